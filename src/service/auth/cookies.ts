import { parse, serialize } from 'hono/utils/cookie';

export const SESSION_COOKIE = 'penstock_session';
export const ATTEMPT_COOKIE = 'penstock_sign_in';

/**
 * Over https, only this host can set `__Host-` cookies ([RFC
 * 6265bis](https://datatracker.ietf.org/doc/html/draft-ietf-httpbis-rfc6265bis)).
 */
const formatName = (name: string, isSecure: boolean): string => (isSecure ? `__Host-${name}` : name);

export function readCookie(request: Request, name: string, isSecure: boolean): string {
  const full = formatName(name, isSecure);
  return parse(request.headers.get('cookie') ?? '', full)[full] ?? '';
}

/** Unreadable for scripts, and not sent with writes from other sites. */
export const writeCookie = (name: string, value: string, isSecure: boolean, maxAgeSeconds?: number): string =>
  serialize(formatName(name, isSecure), value, {
    path: '/',
    httpOnly: true,
    // `Strict` would drop it on the way back from the provider.
    sameSite: 'Lax',
    secure: isSecure,
    ...(maxAgeSeconds === undefined ? {} : { maxAge: maxAgeSeconds }),
  });

export const clearCookie = (name: string, isSecure: boolean): string => writeCookie(name, '', isSecure, 0);
