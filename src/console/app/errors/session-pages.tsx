import { useSelector } from '@xstate/react';
import { type ReactNode, useEffect, useEffectEvent } from 'react';
import type { Actor } from 'xstate';
import { type SessionEvent, selectPage, type sessionMachine } from '../../../../machines/session/index.ts';
import type { PageProblem } from '../../api/page-problem.ts';
import { Button } from '../../components/widgets/actions/button.tsx';
import { FullPageMessage } from '../../components/widgets/feedback/full-page-message.tsx';
import { paths } from '../../lib/paths.ts';
import { formatDocumentTitle } from '../../state/page.ts';
import { SignInPage } from '../../views/sign-in/SignInPage.tsx';
import { markScreenArrived } from '../first-content.ts';
import { Brand } from '../shell/brand.tsx';
import { BrokenPipe } from './broken-pipe.tsx';

type Session = Actor<typeof sessionMachine>;

const PROBLEMS: Record<PageProblem, { title: string; text: ReactNode }> = {
  'not-authorized': {
    title: 'Not Authorized',
    text: 'You have no access. Contact the administrator or support. If your session has ended, sign in again: you return here, with your drafts.',
  },
  'validate-email': { title: 'Validate Email', text: 'Verify your email, then log in again.' },
  'site-forbidden': {
    title: 'Forbidden',
    text: 'You have no access to the resources of any site. Contact the administrator.',
  },
  'site-error': {
    title: 'Something went wrong!',
    text: 'The sites could not be read. Reload the page, or try again later.',
  },
};

type ProblemPageProps = {
  problem: PageProblem;
  header: ReactNode;
  /** Set when the problem concerns the session; enables signing in. */
  session?: Session;
};

/** Offers sign-in without a session, else a reload. */
export function ProblemPage({ problem, header, session }: ProblemPageProps) {
  const { title, text } = PROBLEMS[problem];
  useEffect(() => {
    document.title = formatDocumentTitle(title);
    markScreenArrived();
  }, [title]);
  const isEnded = problem === 'not-authorized' || problem === 'validate-email';
  const reload = () => (session ? session.send({ type: 'reload.asked' }) : window.location.reload());
  return (
    <FullPageMessage
      header={header}
      title={title}
      onReload={isEnded ? undefined : reload}
      actions={
        isEnded && (
          <Button variant="primary" autoFocus onClick={() => session?.send({ type: 'logout.asked' })}>
            Sign in again
          </Button>
        )
      }
    >
      {text}
    </FullPageMessage>
  );
}

type SessionPagesProps = {
  session: Session;
  problem: PageProblem | undefined;
  /** Shown on pages other than sign-in. */
  header: ReactNode;
  onSignedIn: () => void;
};

const EVENTS = {
  'not-authorized': 'access.ended',
  'validate-email': 'email.refused',
  'site-forbidden': 'sites.refused',
} as const satisfies Partial<Record<PageProblem, SessionEvent['type']>>;

export function SessionPages({ session, problem, header, onSignedIn }: SessionPagesProps) {
  const page = useSelector(session, selectPage);
  const isSignedIn = useSelector(session, (snapshot) => snapshot.matches('signedIn'));
  const leaveSignIn = useEffectEvent(onSignedIn);
  useEffect(() => {
    if (problem && problem !== 'site-error') session.send({ type: EVENTS[problem] });
  }, [session, problem]);
  useEffect(() => {
    if (isSignedIn && !problem) leaveSignIn();
  }, [isSignedIn, problem]);
  useEffect(() => {
    if (page !== 'sign-in') return;
    document.title = formatDocumentTitle('Sign in');
    markScreenArrived();
  }, [page]);
  if (page === undefined) return null;
  if (page !== 'sign-in') return <ProblemPage problem={page} header={header} session={session} />;
  const home = () => window.location.assign(paths.home());
  const signedOut = new URLSearchParams(window.location.search).get('signed-out');
  const parts = { session, signedOut, brand: <Brand />, picture: <BrokenPipe /> };
  return <SignInPage {...parts} onHome={home} />;
}
