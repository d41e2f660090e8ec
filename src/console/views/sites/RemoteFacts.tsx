import type { SiteDetail } from '../../../contract/entities/site-form.ts';
import { EMPTY_TIME } from '../../../contract/limits.ts';
import { formatAge, formatDateTime } from '../../lib/format.ts';
import * as css from './sites.css.ts';

const renderSince = (time: string) => <time title={formatDateTime(time)}>{formatAge(time)}</time>;

/** Connected engine of a remote site, or how to connect one. */
export function RemoteFacts({ remote }: { remote: NonNullable<SiteDetail['remote']> }) {
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
