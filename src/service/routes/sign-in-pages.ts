import type { Hono } from 'hono';
import { ATTEMPT_COOKIE, clearCookie, SESSION_COOKIE, writeCookie } from '../auth/cookies.ts';
import { ABSOLUTE_MS } from '../auth/sessions.ts';
import { CALLBACK_PATH } from '../auth/sign-in.ts';
import type { Services } from '../services.ts';

/** Where the identity provider sends the browser back to; it goes on to a page of the console. */
export function mountSignInPages(app: Hono, { signIn }: Pick<Services, 'signIn'>): void {
  app.get(CALLBACK_PATH, async (c) => {
    const { isSecure } = signIn;
    const end = await signIn.end(c.req.raw);
    c.header('Cache-Control', 'no-store');
    if (end.kind === 'tested') return c.redirect('/login?tested', 303);
    if (end.kind === 'refused') {
      const query = new URLSearchParams({ problem: end.problem, return: end.returnTo });
      return c.redirect(`/login?${query}`, 303);
    }
    c.header('Set-Cookie', writeCookie(SESSION_COOKIE, end.token, isSecure, ABSOLUTE_MS / 1000));
    c.header('Set-Cookie', clearCookie(ATTEMPT_COOKIE, isSecure), { append: true });
    return c.redirect(end.returnTo, 303);
  });
}
