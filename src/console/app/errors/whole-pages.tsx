import { useQuery } from '@tanstack/react-query';
import { useSelector } from '@xstate/react';
import { type ReactNode, useEffect } from 'react';
import { selectPage } from '../../../../machines/session/index.ts';
import type { PageProblem } from '../../actors/shell-state.ts';
import { callQuery } from '../../api/use-call.ts';
import { CommandButton } from '../../commands/CommandButton.tsx';
import { SignInPage } from '../../views/sign-in/SignInPage.tsx';
import { Button } from '../../widgets/actions/button.tsx';
import { FullPageMessage } from '../../widgets/feedback/full-page-message.tsx';
import { screenArrived } from '../first-content.ts';
import { goTo } from '../location.tsx';
import { documentTitle } from '../page.ts';
import { paths } from '../paths.ts';
import { placeToReturn, sessionActor, tellProblem } from '../session.ts';
import { Avatar } from '../shell/avatar.tsx';
import { Brand } from '../shell/brand.tsx';
import { BrokenPipe } from './broken-pipe.tsx';
import * as css from './pages.css.ts';

const reload = () => window.location.reload();

/** Product, who is signed in, and Logout: what a page without the sidebar still has (R2.8-04, R2.8-05). */
function PageHeader() {
  const { data } = useQuery({ ...callQuery('getSession', {}, ''), staleTime: Number.POSITIVE_INFINITY });
  return (
    <div className={css.headerLine}>
      <Brand />
      <span className={css.person}>
        <Avatar name={data?.user.name} />
        <CommandButton id="console.logout" size="small" />
      </span>
    </div>
  );
}

/** Something in the address leads nowhere (R2.1-77, R2.1-78). */
function NotFoundPage({ path }: { path: string }) {
  useEffect(() => {
    document.title = documentTitle('Page not found!');
    screenArrived();
  }, []);
  return (
    <div className={css.whole}>
      <header className={css.header}>
        <PageHeader />
      </header>
      <main className={css.page}>
        <BrokenPipe />
        <div className={css.words}>
          <h1 className={css.title} tabIndex={-1}>
            Page not found!
          </h1>
          <p className={css.sentence}>
            Nothing is connected at <span className={css.address}>{path}</span>
          </p>
          <p className={css.actions}>
            <Button variant="primary" autoFocus onClick={() => goTo(paths.home())}>
              Go to Home
            </Button>
          </p>
        </div>
      </main>
    </div>
  );
}

const PROBLEMS: Record<PageProblem, { title: string; text: ReactNode }> = {
  'not-authorized': {
    title: 'Not Authorized',
    text: 'You have no access. Contact the administrator or support. If your session has ended, sign in again: you come back here, with what you drafted.',
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

/** What leads on from a page: a way to sign in where there is no session, a reload elsewhere. */
function ProblemPage({ problem }: { problem: PageProblem }) {
  const { title, text } = PROBLEMS[problem];
  useEffect(() => {
    document.title = documentTitle(title);
    screenArrived();
  }, [title]);
  const isEnded = problem === 'not-authorized' || problem === 'validate-email';
  const reloads = problem === 'site-forbidden' ? () => sessionActor.send({ type: 'reload.asked' }) : reload;
  return (
    <FullPageMessage
      header={<PageHeader />}
      title={title}
      onReload={isEnded ? undefined : reloads}
      actions={
        isEnded && (
          <Button variant="primary" autoFocus onClick={() => sessionActor.send({ type: 'logout.asked' })}>
            Sign in again
          </Button>
        )
      }
    >
      {text}
    </FullPageMessage>
  );
}

/** A test sign-in is over; its result is where it was begun. */
function TestedPage() {
  useEffect(() => {
    document.title = documentTitle('Test sign-in');
    screenArrived();
  }, []);
  return (
    <FullPageMessage header={<Brand />} title="The test sign-in is over">
      Close this window: what was found stands in the settings it was begun from. Nobody was signed in by it.
    </FullPageMessage>
  );
}

/** The pages of the session (E9): what is shown is what its machine says. */
function SessionPages({ problem }: { problem: PageProblem | undefined }) {
  const page = useSelector(sessionActor, selectPage);
  const isSignedIn = useSelector(sessionActor, (snapshot) => snapshot.matches('signedIn'));
  useEffect(() => {
    if (problem && problem !== 'site-error') tellProblem(problem);
  }, [problem]);
  // Who is signed in already has nothing to do at the sign-in (R2.1-03).
  useEffect(() => {
    if (isSignedIn && !problem) goTo(placeToReturn(), { replace: true });
  }, [isSignedIn, problem]);
  useEffect(() => {
    if (page !== 'sign-in') return;
    document.title = documentTitle('Sign in');
    screenArrived();
  }, [page]);
  if (page === undefined) return null;
  if (page !== 'sign-in') return <ProblemPage problem={page} />;
  const home = () => window.location.assign(paths.home());
  return <SignInPage session={sessionActor} brand={<Brand />} picture={<BrokenPipe />} onHome={home} />;
}

type WholePageProps = { problem: PageProblem | undefined; path: string };

/** A page without the shell: a problem that takes everything, the sign-in, or an address that leads nowhere. */
export default function WholePage({ problem, path }: WholePageProps) {
  const isLogin = path === paths.login();
  if (isLogin && new URLSearchParams(window.location.search).has('tested')) return <TestedPage />;
  if (problem === 'site-error') return <ProblemPage problem={problem} />;
  return isLogin || problem ? <SessionPages problem={problem} /> : <NotFoundPage path={path} />;
}
