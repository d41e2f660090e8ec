import { parse, serialize } from 'hono/utils/cookie';

export const SESSION_COOKIE = 'penstock_session';
/** Binds a sign-in that is under way to the browser that began it. */
export const ATTEMPT_COOKIE = 'penstock_sign_in';

/** Over https a cookie with this prefix can be set by nobody but this host. */
const nameOf = (name: string, isSecure: boolean): string => (isSecure ? `__Host-${name}` : name);

/** The cookie's value; empty when the request carries none. */
export function readCookie(request: Request, name: string, isSecure: boolean): string {
  const full = nameOf(name, isSecure);
  return parse(request.headers.get('cookie') ?? '', full)[full] ?? '';
}

/** A `Set-Cookie` header that no script can read and no other site can send with a write. */
export const writeCookie = (name: string, value: string, isSecure: boolean, maxAgeSeconds?: number): string =>
  serialize(nameOf(name, isSecure), value, {
    path: '/',
    httpOnly: true,
    // The way back from an identity provider is a navigation, which `Strict` would leave without it.
    sameSite: 'Lax',
    secure: isSecure,
    ...(maxAgeSeconds === undefined ? {} : { maxAge: maxAgeSeconds }),
  });

export const clearCookie = (name: string, isSecure: boolean): string => writeCookie(name, '', isSecure, 0);
