import type { Context, Hono } from 'hono';
import { bodyLimit } from 'hono/body-limit';
import { ContractError } from '../../contract/errors.ts';
import { ATTEMPT_COOKIE, clearCookie, SESSION_COOKIE, writeCookie } from '../auth/cookies.ts';
import { ABSOLUTE_MS } from '../auth/sessions.ts';
import {
  ACS_PATH,
  BACKCHANNEL_PATH,
  CALLBACK_PATH,
  SAML_METADATA_PATH,
  SIGNED_OUT_PATH,
  SLO_PATH,
} from '../auth/sign-in-paths.ts';
import type { AddressReader } from '../http/caller-address.ts';
import type { Services } from '../services.ts';

/** Base64 of an assertion with a few hundred groups. */
const ANSWER_MAX_BYTES = 400_000;
const FORM = 'application/x-www-form-urlencoded';

async function readForm(c: Context): Promise<URLSearchParams> {
  const type = c.req.header('content-type')?.split(';')[0]?.trim().toLowerCase();
  if (type !== FORM) throw new ContractError('UNSUPPORTED_MEDIA_TYPE', `${c.req.path} takes ${FORM}`);
  return new URLSearchParams(await c.req.text());
}

/** Callback addresses of identity providers; they redirect to the console. */
export function mountSignInPages(
  app: Hono,
  { signIn, signOut }: Pick<Services, 'signIn' | 'signOut'>,
  addressOf: AddressReader,
): void {
  app.get(CALLBACK_PATH, async (c) => {
    const { isSecure } = signIn;
    const end = await signIn.end(c.req.raw, addressOf(c));
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
  // A SAML post from the provider's page carries no cookies of ours: the answer waits until the redirect
  // brings the browser that began.
  const onError = () => {
    throw new ContractError('PAYLOAD_TOO_LARGE', `An answer is over the limit of ${ANSWER_MAX_BYTES} bytes`);
  };
  const bounded = bodyLimit({ maxSize: ANSWER_MAX_BYTES, onError });
  app.post(ACS_PATH, bounded, async (c) => {
    const form = await readForm(c);
    const [state, answer] = [form.get('RelayState') ?? '', form.get('SAMLResponse') ?? ''];
    const to = await signIn.answered(state, answer, addressOf(c));
    return c.redirect(to, 303);
  });
  app.get(SAML_METADATA_PATH, async (c) =>
    c.body(await signOut.samlMetadata(c.req.raw), 200, { 'Content-Type': 'application/samlmetadata+xml' }),
  );
  app.get(SLO_PATH, async (c) =>
    c.redirect(await signOut.samlMessage(c.req.raw, undefined, addressOf(c)), 303),
  );
  app.post(SLO_PATH, bounded, async (c) =>
    c.redirect(await signOut.samlMessage(c.req.raw, await readForm(c), addressOf(c)), 303),
  );
  app.get(SIGNED_OUT_PATH, (c) => c.redirect(signOut.back(c.req.query('state') ?? ''), 303));
  app.post(BACKCHANNEL_PATH, bounded, async (c) => {
    const isTaken = await signOut.backchannel((await readForm(c)).get('logout_token') ?? '', addressOf(c));
    if (isTaken) return c.body(null, 200);
    return c.json({ error: 'invalid_request', error_description: 'The logout token was not taken' }, 400);
  });
}
