/** Prints each failure in full, then one line: the number of tests and the time they took. */
export default async function* reporter(source) {
  for await (const { type, data } of source) {
    if (type === "test:fail") {
      const { cause } = data.details.error;
      yield `✖ ${data.name} (${data.file}:${data.line})\n${cause?.stack ?? cause}\n\n`;
    } else if (type === "test:stderr" || type === "test:stdout") {
      yield data.message;
    } else if (type === "test:summary" && !data.file) {
      const { passed, failed } = data.counts;
      const seconds = (data.duration_ms / 1000).toFixed(1);
      yield `${passed} JavaScript tests passed${failed ? `, ${failed} failed` : ""} in ${seconds} s\n`;
    }
  }
}
