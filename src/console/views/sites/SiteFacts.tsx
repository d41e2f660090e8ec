import { Link } from 'wouter';
import { wrap } from '../../../../styles/layout.css.ts';
import { mono, quietLink } from '../../../../styles/text.css.ts';
import type { SiteDetail } from '../../../contract/entities/site-form.ts';
import { EMPTY_TIME } from '../../../contract/limits.ts';
import { counted } from '../../../contract/values.ts';
import { CommandButton } from '../../components/commands/CommandButton.tsx';
import { ENGINE_LOOKS } from '../../components/engine-look.ts';
import { StatusBadge } from '../../components/widgets/status/status-badge.tsx';
import { formatAge, formatDateTime, formatDuration } from '../../lib/format.ts';
import { changeQuery, paths } from '../../lib/paths.ts';
import { CollectorFacts } from './CollectorFacts.tsx';
import { GitFacts } from './GitFacts.tsx';
import { formatWaiting, STATUS_LOOKS } from './looks.ts';
import * as css from './sites.css.ts';

const renderSince = (time: string) => <time title={formatDateTime(time)}>{formatAge(time)}</time>;

/** Connected engine of a remote site, or how to connect one. */
function RemoteFacts({ remote }: { remote: NonNullable<SiteDetail['remote']> }) {
  const { isJoined, host, platform, joinedAt, lastSeenAt, tokenExpiresAt } = remote;
  if (!isJoined)
    return (
      <>
        <dt className={css.term}>Joined</dt>
        <dd className={css.value}>
          No engine{' '}
          {tokenExpiresAt === EMPTY_TIME
            ? 'yet: create a join token'
            : `yet; a join token is good until ${formatDateTime(tokenExpiresAt)}`}
        </dd>
      </>
    );
  return (
    <>
      <dt className={css.term}>Machine</dt>
      <dd className={css.value}>
        {host} ({platform})
      </dd>
      <dt className={css.term}>Joined</dt>
      <dd className={css.value}>{renderSince(joinedAt)}</dd>
      <dt className={css.term}>Last report</dt>
      <dd className={css.value}>{lastSeenAt === EMPTY_TIME ? 'None yet' : renderSince(lastSeenAt)}</dd>
    </>
  );
}

export function SiteFacts({ site, isSelected }: { site: SiteDetail; isSelected: boolean }) {
  const { id, status, counts, limits, running, lastHeartbeatAt } = site;
  const args = { id };
  return (
    <section className={css.facts} aria-label="State">
      <div className={wrap}>
        {!isSelected && (
          <CommandButton id="site.select" args={{ site: id }} label="Switch to it" size="small" hideKeys />
        )}
        {status === 'ACTIVE' ? (
          <CommandButton id="site.deactivate" args={args} label="Deactivate" size="small" hideKeys />
        ) : (
          <CommandButton id="site.activate" args={args} label="Activate" size="small" hideKeys />
        )}
        {site.remote &&
          (site.remote.isJoined ? (
            <CommandButton
              id="site.disconnect-engine"
              args={args}
              label="Disconnect engine"
              size="small"
              hideKeys
            />
          ) : (
            <CommandButton id="site.join-token" args={args} label="Create join token" size="small" hideKeys />
          ))}
        {site.follow && (
          <>
            <CommandButton id="site.sync" args={args} label="Sync now" size="small" hideKeys />
            <CommandButton
              id="site.test-repository"
              args={args}
              label="Test connection"
              size="small"
              hideKeys
            />
            {site.follow.driftCount > 0 && (
              <>
                <CommandButton id="site.put-back" args={args} label="Put back" size="small" hideKeys />
                <CommandButton id="site.adopt" args={args} label="Adopt" size="small" hideKeys />
              </>
            )}
          </>
        )}
        <CommandButton id="site.delete" args={args} label="Delete" size="small" variant="danger" hideKeys />
        {/* Buffered events change while pipelines run, and such a site cannot be deleted anyway. */}
        {site.waitingEvents !== 0 && running.length === 0 && (
          <CommandButton
            id="site.discard"
            args={args}
            label="Delete and discard"
            size="small"
            variant="danger"
            hideKeys
          />
        )}
      </div>
      <dl className={css.list}>
        <dt className={css.term}>Status</dt>
        <dd className={css.value}>
          <StatusBadge {...STATUS_LOOKS[status]} />
        </dd>
        <dt className={css.term}>Engine</dt>
        <dd className={css.value}>
          <StatusBadge {...ENGINE_LOOKS[site.engineState]} />
        </dd>
        {site.remote && <RemoteFacts remote={site.remote} />}
        {site.collectors && <CollectorFacts siteId={id} collectors={site.collectors} />}
        {site.managedByGit && <GitFacts site={site} />}
        {!site.collectors && (
          <>
            <dt className={css.term}>Last heartbeat</dt>
            <dd className={css.value}>
              {lastHeartbeatAt === EMPTY_TIME ? (
                'None since the service started'
              ) : (
                <time title={formatDateTime(lastHeartbeatAt)}>{formatAge(lastHeartbeatAt)}</time>
              )}
            </dd>
            <dt className={css.term}>Version</dt>
            <dd className={css.value}>{site.version === '' ? 'Not known yet' : site.version}</dd>
          </>
        )}
        <dt className={css.term}>Has</dt>
        <dd className={css.value}>
          {counted(counts.pipelines, 'pipeline')}, {counted(counts.sources, 'source')},{' '}
          {counted(counts.destinations, 'destination')}
        </dd>
        <dt className={css.term}>Running</dt>
        <dd className={css.value}>
          {running.length === 0 ? (
            'No pipeline'
          ) : (
            <ul className={css.running} aria-label="Pipelines that run">
              {running.map((pipeline) => (
                <li key={pipeline.id}>
                  <Link
                    href={paths.pipeline(pipeline.id) + changeQuery('', { site: id })}
                    className={quietLink}
                  >
                    {pipeline.name}
                  </Link>
                </li>
              ))}
            </ul>
          )}
        </dd>
        <dt className={css.term}>Buffers</dt>
        <dd className={css.value}>
          {site.waitingEvents === null
            ? site.engine === 'collectors'
              ? 'Not known: they are on the disks of the Collectors'
              : 'Unknown while the engine is disconnected'
            : site.waitingEvents === 0
              ? 'Nothing waits'
              : formatWaiting(site.waitingEvents)}
        </dd>
        <dt className={css.term}>Limits</dt>
        <dd className={css.value}>
          {site.engine === 'embedded'
            ? `Restarted after ${limits.silenceSeconds} s without a response; a`
            : 'A'}{' '}
          deployment ends within {formatDuration(1000 * limits.deploymentSeconds)} or is taken back
        </dd>
        <dt className={css.term}>Created</dt>
        <dd className={css.value}>{formatDateTime(site.createdAt)}</dd>
        <dt className={css.term}>Id</dt>
        <dd className={`${css.value} ${mono}`}>{id}</dd>
      </dl>
    </section>
  );
}
