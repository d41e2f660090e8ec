import { Fragment } from 'react';
import { Link } from 'wouter';
import { mono, quietLink } from '../../../../styles/text.css.ts';
import type { SiteRepository } from '../../../contract/entities/changeset.ts';
import type { GitFollow } from '../../../contract/entities/git-follow.ts';
import { SITE_LABELS, type SiteDetail } from '../../../contract/entities/site-form.ts';
import { EMPTY_TIME } from '../../../contract/limits.ts';
import { GIT_WEBHOOK_PATH } from '../../../contract/managed-site.ts';
import { counted } from '../../../contract/values.ts';
import { CopyButton } from '../../components/widgets/actions/copy-button.tsx';
import { StatusBadge } from '../../components/widgets/status/status-badge.tsx';
import { formatDateTime } from '../../lib/format.ts';
import { changeQuery, paths } from '../../lib/paths.ts';
import { notify } from '../../state/toasts.ts';
import { FOLLOW_LOOKS, PROVIDERS } from './looks.ts';
import * as css from './sites.css.ts';

const COMMIT_SHOWN = 10;
const TWO_PEOPLE = 'Merged once someone else approved';

/** Lets a long address wrap after its parts. */
const renderBreakable = (address: string) =>
  address.split(/(?<=[/:@])/).map((part, at) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: parts of one text in their order
    <Fragment key={at}>
      {part}
      <wbr />
    </Fragment>
  ));

/** Shows the repository; of the SSH key only whether there is one. */
function OwnRepository({ repository, siteId }: { repository: SiteRepository; siteId: string }) {
  const { branch, commit, committedAt, openPullRequests } = repository;
  return (
    <>
      Embedded repository, branch {branch}
      <br />
      {commit === '' ? (
        'No commit before the first pull request'
      ) : (
        <>
          Last commit <span className={mono}>{commit.slice(0, COMMIT_SHOWN)}</span>,{' '}
          {formatDateTime(committedAt)}
        </>
      )}
      <br />
      <Link href={paths.pullRequests() + changeQuery('', { site: siteId })} className={quietLink}>
        {openPullRequests === 0 ? 'No open pull request' : counted(openPullRequests, 'open pull request')}
      </Link>
    </>
  );
}

const DRIFT_SHOWN = 20;

/** State of the site relative to its branch, and since when. */
function FollowState({ follow }: { follow: GitFollow }) {
  const { state, since, reason, headCommit, appliedCommit, drift, driftCount, statusProblem } = follow;
  return (
    <>
      <div className={css.state}>
        <StatusBadge {...FOLLOW_LOOKS[state]} />
        {since !== EMPTY_TIME && <span className={css.since}>since {formatDateTime(since)}</span>}
      </div>
      {reason !== '' && state !== 'DRIFTED' && (
        <div className={css.reason}>
          {state === 'FAILED' && headCommit !== appliedCommit && headCommit !== '' && (
            <>
              Commit <span className={mono}>{headCommit.slice(0, COMMIT_SHOWN)}</span> failed:{' '}
            </>
          )}
          {reason}
        </div>
      )}
      {driftCount > 0 && (
        <ul className={css.running} aria-label="Changed past the branch">
          {drift.slice(0, DRIFT_SHOWN).map((line) => (
            <li key={line}>{line}</li>
          ))}
          {driftCount > Math.min(drift.length, DRIFT_SHOWN) && (
            <li>{counted(driftCount - Math.min(drift.length, DRIFT_SHOWN), 'more difference')}</li>
          )}
        </ul>
      )}
      {statusProblem !== '' && <div className={css.reason}>No commit status was set: {statusProblem}</div>}
    </>
  );
}

function AppliedCommit({ follow: { appliedCommit, author, subject, wasRewritten } }: { follow: GitFollow }) {
  if (appliedCommit === '') return 'None applied yet';
  return (
    <>
      <span className={mono}>{appliedCommit.slice(0, COMMIT_SHOWN)}</span>
      {author !== '' && ` by ${author}: ${subject}`}
      {wasRewritten && '. The history of the branch was rewritten before it'}
    </>
  );
}

/** For verifying the site's commits. */
const SigningFacts = ({ signingKey }: { signingKey: string }) => (
  <>
    <dt className={css.term}>Signing key</dt>
    <dd className={css.value}>
      <span className={mono}>{signingKey}</span>{' '}
      <CopyButton
        text={signingKey}
        label="Copy signing key"
        onOutcome={({ ok, message }) =>
          notify({ message, status: ok ? 'success' : 'error', shouldTimeout: true })
        }
      />
    </dd>
  </>
);

/** What to register at the provider, and the server's host key. */
const SshFacts = ({ publicKey, hostKey }: { publicKey: string; hostKey: string }) => (
  <>
    <dt className={css.term}>Public key</dt>
    <dd className={css.value}>
      <span className={mono}>{publicKey}</span>{' '}
      <CopyButton
        text={publicKey}
        label="Copy public key"
        onOutcome={({ ok, message }) =>
          notify({ message, status: ok ? 'success' : 'error', shouldTimeout: true })
        }
      />
    </dd>
    <dt className={css.term}>Host key</dt>
    <dd className={css.value}>
      {hostKey === '' ? 'Not confirmed yet: press Test connection' : <span className={mono}>{hostKey}</span>}
    </dd>
  </>
);

function FollowFacts({ site, follow }: { site: SiteDetail; follow: GitFollow }) {
  const { id, git, needsApproval } = site;
  const { repo = '', branch = '', path = '', publicKey = '', hostKey = '' } = git ?? {};
  return (
    <>
      <dt className={css.term}>{SITE_LABELS.managedByGit}</dt>
      <dd className={css.value}>
        <FollowState follow={follow} />
      </dd>
      <dt className={css.term}>Repository</dt>
      <dd className={css.value}>
        <span className={mono}>{renderBreakable(repo)}</span>
        <div>{[`branch ${branch}`, path && `path ${path}`].filter(Boolean).join(', ')}</div>
        {needsApproval && <div>{TWO_PEOPLE}</div>}
        <Link href={paths.pullRequests() + changeQuery('', { site: id })} className={quietLink}>
          Pull requests
        </Link>
      </dd>
      <dt className={css.term}>Commit</dt>
      <dd className={css.value}>
        <AppliedCommit follow={follow} />
      </dd>
      {publicKey !== '' && <SshFacts publicKey={publicKey} hostKey={hostKey} />}
      {(git?.signingKey ?? '') !== '' && <SigningFacts signingKey={git?.signingKey ?? ''} />}
      {git?.isWebhookSecretSet && (
        <>
          <dt className={css.term}>Webhook</dt>
          <dd className={css.value}>
            <span className={mono}>{renderBreakable(`${location.origin}${GIT_WEBHOOK_PATH}/${id}`)}</span>
          </dd>
        </>
      )}
    </>
  );
}

export function GitFacts({ site }: { site: SiteDetail }) {
  const { id: siteId, git, repository, needsApproval } = site;
  const { provider = '', repo = '', branch = '', path = '', isKeySet = false } = git ?? {};
  const label = PROVIDERS.find(({ value }) => value === provider)?.label;
  const facts = [label, branch && `branch ${branch}`, path && `path ${path}`];
  if (repository)
    return (
      <>
        <dt className={css.term}>{SITE_LABELS.managedByGit}</dt>
        <dd className={css.value}>
          <OwnRepository repository={repository} siteId={siteId} />
          {needsApproval && (
            <>
              <br />
              {TWO_PEOPLE}
            </>
          )}
        </dd>
        {(git?.signingKey ?? '') !== '' && <SigningFacts signingKey={git?.signingKey ?? ''} />}
      </>
    );
  if (site.follow) return <FollowFacts site={site} follow={site.follow} />;
  return (
    <>
      <dt className={css.term}>{SITE_LABELS.managedByGit}</dt>
      <dd className={css.value}>
        {repo === '' ? 'No repository yet' : <span className={mono}>{renderBreakable(repo)}</span>}
        <br />
        {[...facts, isKeySet ? 'SSH key stored' : 'no SSH key'].filter(Boolean).join(', ')}
      </dd>
    </>
  );
}
