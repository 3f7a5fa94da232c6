// A page that is older than the server loads itself anew. Once: if that did not help, a second time would not either.

const KEY = "taflheim.reloaded";

/**
 * Whether a page of this version may reload itself; from then on it may not.
 * @param {Pick<Storage, "getItem" | "setItem">} storage
 * @param {number} version
 */
export function mayReload(storage, version) {
  if (storage.getItem(KEY) === String(version)) return false;
  storage.setItem(KEY, String(version));
  return true;
}
