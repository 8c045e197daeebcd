/** Chooses between the two forms of a Korean particle, as words/josa.py does on the server. */

/** The particle as the catalogue writes it: [after a final consonant, after a vowel]. */
const FORMS = {
  "은(는)": ["은", "는"],
  "이(가)": ["이", "가"],
  "을(를)": ["을", "를"],
  "과(와)": ["과", "와"],
  "(으)로": ["으로", "로"],
  "(이)": ["이", ""],
};

// Digits and single letters, as they are read in Korean: 3 삼, 7 칠, h 에이치, l 엘.
const FINAL_DIGITS = "013678";
const FINAL_NAMES = "lmnr";
// ㄹ counts as no final consonant before (으)로.
const RIEUL_DIGITS = "178";
const RIEUL_NAMES = "lr";
const [NONE, RIEUL, OTHER] = [0, 1, 2];
const LAST_WORD = /([A-Za-z]+|[0-9가-힣])[^0-9A-Za-z가-힣]*$/;

/** @returns {string} the form that follows the text, or both forms if its sound is unknown */
export function particle(before, both) {
  const found = LAST_WORD.exec(before);
  if (found === null) return both;
  const final = finalConsonant(found[1]);
  const [withFinal, without] = FORMS[both];
  if (both === "(으)로") return final === OTHER ? withFinal : without;
  return final === NONE ? without : withFinal;
}

function finalConsonant(word) {
  const last = word.at(-1).toLowerCase();
  const place = last.charCodeAt(0) - 0xac00;
  if (place >= 0 && place < 11172) return [NONE, RIEUL][[0, 8].indexOf(place % 28)] ?? OTHER;
  if ("0123456789".includes(last)) return classOf(last, RIEUL_DIGITS, FINAL_DIGITS);
  if (word.length === 1) return classOf(last, RIEUL_NAMES, FINAL_NAMES);
  // Words are read as words: level 레벨, random 랜덤, ping 핑, but greedy 그리디, server 서버.
  if (last === "l") return RIEUL;
  return "mn".includes(last) || word.toLowerCase().endsWith("ng") ? OTHER : NONE;
}

function classOf(last, rieul, final) {
  if (rieul.includes(last)) return RIEUL;
  return final.includes(last) ? OTHER : NONE;
}
