import type { MiddlewareHandler } from 'hono';

/**
 * Inline code is forbidden, except styles with these hashes.
 * @param styleHashes such as `sha256-…`
 */
export const buildContentSecurityPolicy = (styleHashes: readonly string[]): string =>
  [
    "default-src 'none'",
    "script-src 'self'",
    ['style-src', "'self'", ...styleHashes.map((hash) => `'${hash}'`)].join(' '),
    "img-src 'self' data:",
    "font-src 'self'",
    "connect-src 'self'",
    "worker-src 'self'",
    "base-uri 'none'",
    "frame-ancestors 'none'",
    "form-action 'self'",
  ].join('; ');

const YEAR_SECONDS = 31_536_000;

/**
 * API answers are not cached; https is made permanent
 * ([HSTS](https://datatracker.ietf.org/doc/html/rfc6797)).
 */
export function setSecurityHeaders(policy: string, isSecure: boolean): MiddlewareHandler {
  return async (c, next) => {
    await next();
    const headers = c.res.headers;
    headers.set('Content-Security-Policy', policy);
    headers.set('X-Content-Type-Options', 'nosniff');
    if (isSecure) headers.set('Strict-Transport-Security', `max-age=${YEAR_SECONDS}`);
    headers.set('X-Frame-Options', 'DENY');
    headers.set('Referrer-Policy', 'no-referrer');
    headers.set('Cross-Origin-Opener-Policy', 'same-origin');
    headers.set('Cross-Origin-Resource-Policy', 'same-origin');
    headers.set('Permissions-Policy', 'camera=(), microphone=(), geolocation=()');
    if (!headers.has('Cache-Control')) headers.set('Cache-Control', 'no-store');
  };
}
