import type { GitFollowState } from '../../../contract/entities/git-follow.ts';
import type { RequestProvider, SiteEngine } from '../../../contract/entities/site-form.ts';
import type { SiteStatus, Vendor } from '../../../contract/enums.ts';
import { formatExact } from '../../lib/format.ts';

export const VENDOR_LABELS: Record<Vendor, string> = {
  AWS: 'AWS',
  GCP: 'GCP',
  AZURE: 'Azure',
  AIR_GAPPED: 'Air Gapped',
  ON_PREMISE: 'Self Managed',
};

export const PROVIDERS = [
  { value: 'GITHUB', label: 'GitHub' },
  { value: 'GITLAB', label: 'GitLab' },
];

/** Providers where pull requests are opened too. */
export const REQUEST_PROVIDER_LABELS: Record<RequestProvider, string> = {
  GITHUB: 'GitHub',
  GITLAB: 'GitLab',
  GITEA: 'Gitea or Forgejo',
};

export const SITE_ENGINE_LABELS: Record<SiteEngine, string> = {
  embedded: 'On this machine',
  remote: 'Remote, joins with a token',
  collectors: 'OpenTelemetry Collectors',
};

export const STATUS_LOOKS = {
  ACTIVE: { label: 'Active', shape: 'check', tone: 'ok' },
  INACTIVE: { label: 'Inactive', shape: 'dashed', tone: 'text3' },
} as const satisfies Record<SiteStatus, object>;

export const FOLLOW_LOOKS = {
  WAITING: { label: 'Not synchronized yet', shape: 'dashed', tone: 'text2' },
  IN_SYNC: { label: 'In sync', shape: 'check', tone: 'ok' },
  APPLYING: { label: 'Applying', shape: 'dashed', tone: 'text2' },
  DRIFTED: { label: 'Drifted', shape: 'triangle', tone: 'warn' },
  FAILED: { label: 'Failed', shape: 'octagon', tone: 'err' },
  AWAY: { label: 'Repository away', shape: 'triangle', tone: 'warn' },
} as const satisfies Record<GitFollowState, object>;

export const formatWaiting = (events: number): string =>
  events === 1 ? '1 event waits' : `${formatExact(events)} events wait`;

/** A host key is chosen by fingerprint, which is first in the command's argument. */
export const toHostKeyOption = ({ fingerprint, key }: { fingerprint: string; key: string }): string =>
  `${fingerprint} ${key}`;

export const toFingerprint = (option: string): string => option.slice(0, option.indexOf(' '));
export const toHostKey = (option: string): string => option.slice(option.indexOf(' ') + 1);
