const BASE = 'http://console.invalid';
const DEFAULT = '/dashboard';
const MAX_LENGTH = 2000;

/**
 * The console path to open after signing in. Other origins (`//evil`, `/\evil`, another scheme) and the
 * sign-in itself become the dashboard.
 */
export function returnAddress(text: string | null | undefined): string {
  if (!text || text.length > MAX_LENGTH || !/^\/(?![/\\])/.test(text)) return DEFAULT;
  // Browsers read a backslash as a slash and skip control characters
  // (https://url.spec.whatwg.org/#url-parsing).
  if (/[\\\p{Cc}]/u.test(text)) return DEFAULT;
  try {
    const { origin, pathname, search } = new URL(text, BASE);
    const isOurs = origin === BASE && !pathname.startsWith('//') && !/^\/(login|v1)(\/|$)/.test(pathname);
    return isOurs ? `${pathname}${search}` : DEFAULT;
  } catch {
    return DEFAULT;
  }
}
