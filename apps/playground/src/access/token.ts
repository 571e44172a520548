const KEY = 'repltool.token';
const PARAMETER = 'token';

/**
 * The access token: from the address the server printed, else from this tab's storage. One in the address is moved to
 * the storage and taken out of the address, so that it is neither in the history nor in a copied link.
 */
export function takeToken(): string | null {
  const url = new URL(location.href);
  const given = url.searchParams.get(PARAMETER);
  if (given === null) return sessionStorage.getItem(KEY);
  url.searchParams.delete(PARAMETER);
  history.replaceState(history.state, '', url);
  if (given !== '') keepToken(given);
  return given === '' ? sessionStorage.getItem(KEY) : given;
}

export function keepToken(token: string): void {
  sessionStorage.setItem(KEY, token);
}

export function forgetToken(): void {
  sessionStorage.removeItem(KEY);
}
