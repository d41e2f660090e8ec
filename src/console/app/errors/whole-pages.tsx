import { useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import type { PageProblem } from '../../api/page-problem.ts';
import { callQuery } from '../../api/use-call.ts';
import { CommandButton } from '../../components/commands/CommandButton.tsx';
import { Button } from '../../components/widgets/actions/button.tsx';
import { FullPageMessage } from '../../components/widgets/feedback/full-page-message.tsx';
import { paths } from '../../lib/paths.ts';
import { goTo } from '../../state/location.tsx';
import { formatDocumentTitle } from '../../state/page.ts';
import { getReturnAddress, sessionActor } from '../../state/session.ts';
import { markScreenArrived } from '../first-content.ts';
import { Avatar } from '../shell/avatar.tsx';
import { Brand } from '../shell/brand.tsx';
import { BrokenPipe } from './broken-pipe.tsx';
import * as css from './pages.css.ts';
import { ProblemPage, SessionPages } from './session-pages.tsx';

function PageHeader() {
  const { data } = useQuery({ ...callQuery('getSession', {}, ''), staleTime: Number.POSITIVE_INFINITY });
  return (
    <div className={css.headerLine}>
      <Brand />
      <span className={css.person}>
        <Avatar user={data?.user} />
        <CommandButton id="console.logout" size="small" />
      </span>
    </div>
  );
}

function NotFoundPage({ path }: { path: string }) {
  useEffect(() => {
    document.title = formatDocumentTitle('Page not found!');
    markScreenArrived();
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

/** A test sign-in finished; its result is shown where it was started. */
function TestedPage() {
  useEffect(() => {
    document.title = formatDocumentTitle('Test sign-in');
    markScreenArrived();
  }, []);
  return (
    <FullPageMessage header={<Brand />} title="The test sign-in is finished">
      Close this window: the result is shown in the settings where you started it. No one was signed in.
    </FullPageMessage>
  );
}

type WholePageProps = { problem: PageProblem | undefined; path: string };

export default function WholePage({ problem, path }: WholePageProps) {
  const isLogin = path === paths.login();
  if (isLogin && new URLSearchParams(window.location.search).has('tested')) return <TestedPage />;
  if (problem === 'site-error') return <ProblemPage problem={problem} header={<PageHeader />} />;
  if (!isLogin && !problem) return <NotFoundPage path={path} />;
  return (
    <SessionPages
      session={sessionActor}
      problem={problem}
      header={<PageHeader />}
      onSignedIn={() => goTo(getReturnAddress(), { replace: true })}
    />
  );
}
