// The notice that the connection is gone.

/** A short break in the connection is not worth telling. */
const BREAK_SHOWN_MS = 600;

/** @param {HTMLElement} notice @returns {(connected: boolean) => void} to be told of the connection */
export function offlineNotice(notice) {
  let timer = 0;
  return (connected) => {
    clearTimeout(timer);
    if (connected) notice.hidden = true;
    else
      timer = setTimeout(() => {
        notice.hidden = false;
      }, BREAK_SHOWN_MS);
    document.documentElement.dataset.connected = String(connected);
  };
}
