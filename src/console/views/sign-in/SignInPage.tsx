import { useSelector } from '@xstate/react';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import type { Actor } from 'xstate';
import {
  findSignInReason,
  selectProblem,
  selectWays,
  type sessionMachine,
} from '../../../../machines/session/index.ts';
import { Button } from '../../components/widgets/actions/button.tsx';
import { TextField } from '../../components/widgets/forms/text-field.tsx';
import * as css from './sign-in.css.ts';

type Session = Actor<typeof sessionMachine>;

/** Fallback when the identity provider fails: a code kept by the administrator. */
function CodeForm({ session, isBusy }: { session: Session; isBusy: boolean }) {
  const [code, setCode] = useState('');
  const field = useRef<HTMLInputElement>(null);
  const wasBusy = useRef(false);
  // Select a wrong code, so that it can be typed again.
  useEffect(() => {
    if (wasBusy.current && !isBusy) field.current?.select();
    wasBusy.current = isBusy;
  }, [isBusy]);
  return (
    <form
      className={css.code}
      aria-label="Fallback code"
      onSubmit={(event) => {
        event.preventDefault();
        session.send({ type: 'code.given', code });
      }}
    >
      <TextField
        ref={field}
        label="Fallback code"
        required
        type="password"
        autoComplete="off"
        autoFocus
        value={code}
        help="It signs in the administrator of this service when the identity provider is down."
        onChange={setCode}
      />
      <span>
        <Button
          type="submit"
          disabledReason={
            code.trim() === '' ? 'Type the fallback code' : isBusy ? 'The code is being checked' : undefined
          }
        >
          Sign in with the code
        </Button>
      </span>
    </form>
  );
}

type SignInPageProps = {
  session: Session;
  brand: ReactNode;
  picture: ReactNode;
  /** Result of the logout, from the address. */
  signedOut?: string | null;
  /** Opens the console when sign-in is off. */
  onHome: () => void;
};

/** Known logout results; other values are ignored. */
const SIGNED_OUT = new Map([
  ['everywhere', 'You are signed out, here and at the identity provider.'],
  [
    'here',
    'You are signed out here. The identity provider did not confirm that you are signed out there: the next person to use this browser may get in without a password. Sign out there as well, or close the browser.',
  ],
]);

/** Sign-in starts only on a click. */
export function SignInPage({ session, brand, picture, signedOut, onHome }: SignInPageProps) {
  const ways = useSelector(session, selectWays);
  const problem = useSelector(session, selectProblem);
  const reason = useSelector(session, findSignInReason);
  const isBusy = useSelector(session, (snapshot) => snapshot.matches('signingIn'));
  const isUnreadable = useSelector(session, (snapshot) => snapshot.matches({ signedOut: 'unreadable' }));
  const [isByCode, setByCode] = useState(false);
  const isOff = ways?.provider === 'none';
  return (
    <div className={css.page}>
      <header className={css.header}>{brand}</header>
      <main className={css.main}>
        {picture}
        <div className={css.column}>
          <h1 className={css.title} tabIndex={-1}>
            Sign in
          </h1>
          <p className={css.sentence}>
            {isOff
              ? 'Sign-in is off on this service: everyone on this machine is its administrator.'
              : 'You return to where you were, with your drafts.'}
          </p>
          {!problem && SIGNED_OUT.has(signedOut ?? '') && (
            <p className={css.notice} role="status">
              {SIGNED_OUT.get(signedOut ?? '')}
            </p>
          )}
          {problem && (
            <p className={css.problem} role="alert">
              {problem}
            </p>
          )}
          <div className={css.actions}>
            {isOff ? (
              <Button variant="primary" autoFocus onClick={onHome}>
                Go to Home
              </Button>
            ) : isUnreadable ? (
              <Button
                variant="primary"
                icon="refresh"
                autoFocus
                onClick={() => session.send({ type: 'reload.asked' })}
              >
                Try again
              </Button>
            ) : (
              <Button
                variant="primary"
                autoFocus={!isByCode}
                disabledReason={reason}
                onClick={() => session.send({ type: 'signIn.asked' })}
              >
                {ways ? `Sign in with ${ways.name}` : 'Sign in'}
              </Button>
            )}
            {ways?.hasFallback && !isByCode && (
              <Button variant="ghost" onClick={() => setByCode(true)}>
                Use the fallback code
              </Button>
            )}
          </div>
          {ways?.hasFallback && isByCode && <CodeForm session={session} isBusy={isBusy} />}
        </div>
      </main>
    </div>
  );
}
