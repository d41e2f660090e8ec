import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useEffect } from 'react';
import type { PageProblem } from '../../actors/shell-state.ts';
import { callQuery } from '../../api/use-call.ts';
import { CommandButton } from '../../commands/CommandButton.tsx';
import { Button } from '../../widgets/actions/button.tsx';
import { FullPageMessage } from '../../widgets/feedback/full-page-message.tsx';
import { screenArrived } from '../first-content.ts';
import { goTo } from '../location.tsx';
import { documentTitle } from '../page.ts';
import { paths } from '../paths.ts';
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
    text: 'You have no access. Contact the administrator or support.',
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

/** A problem that takes the whole page (R8-01 … R8-07, R8-12). */
function ProblemPage({ problem }: { problem: PageProblem }) {
  const { title, text } = PROBLEMS[problem];
  useEffect(() => {
    document.title = documentTitle(title);
    screenArrived();
  }, [title]);
  return (
    <FullPageMessage header={<PageHeader />} title={title} onReload={reload}>
      {text}
    </FullPageMessage>
  );
}

/** A page without the shell: a problem that takes everything, or an address that leads nowhere. */
export default function WholePage({ problem, path = '' }: { problem?: PageProblem; path?: string }) {
  return problem ? <ProblemPage problem={problem} /> : <NotFoundPage path={path} />;
}
