/**
 * Tells a person in another tab that it is their turn: a dot on the tab's icon and the app's, and a
 * notification of the system. Only for those who switched it on in the settings.
 */

import { effect } from "../../dom.js";
import { change, settings } from "../../local_storage.js";
import { note } from "../../ui/announcements.js";
import { t } from "../../words.js";

const ICON = "data:image/svg+xml,%3Csvg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 32 32'%3E%3Ccircle cx='13' cy='18' r='12' fill='%231f1c18' stroke='%23fff' stroke-width='1.5'/%3E%3Ccircle cx='25' cy='7' r='6.5' fill='%23b3341c' stroke='%23fff' stroke-width='1.5'/%3E%3C/svg%3E";

/** @param {import("./client.js").MatchClient} client */
export function noticeTurns(client) {
  const link = /** @type {HTMLLinkElement | null} */ (document.querySelector('link[rel="icon"]'));
  const usual = link?.href;
  /** @type {Notification | null} */
  let shown = null;
  const mark = (on) => {
    if (link && usual) link.href = on ? ICON : usual;
    const app = /** @type {any} */ (navigator);
    (on ? app.setAppBadge?.() : app.clearAppBadge?.())?.catch(() => {});
    document.documentElement.toggleAttribute("data-your-turn", on);
  };
  const clear = () => {
    mark(false);
    shown?.close();
    shown = null;
  };
  effect(() => {
    const mine = client.myTurn.value && client.held.value.length === 1;
    if (!mine) clear();
    else if (document.hidden && settings.peek().notify) {
      mark(true);
      shown = notification();
    }
  });
  document.addEventListener("visibilitychange", () => document.hidden || clear());
}

/** @returns {Notification | null} null where the browser shows none */
function notification() {
  try {
    if (Notification.permission !== "granted") return null;
    const shown = new Notification(t("page.notify.title"), { body: document.title, tag: location.pathname });
    shown.onclick = () => {
      window.focus();
      shown.close();
    };
    return shown;
  } catch {
    return null; // phones allow them only to installed pages
  }
}

/** Switches the notices on or off; the browser asks the person first. */
export async function setNotices(on) {
  change("notify", on);
  if (!on || !("Notification" in window) || Notification.permission === "granted") return;
  if ((await Notification.requestPermission()) !== "granted") note(t("page.notify.denied"));
}
