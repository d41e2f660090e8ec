import { type ChangeRequestState, getRequestState } from '../../../../machines/change-request/index.ts';
import type { Changeset } from '../../../contract/entities/changeset.ts';
import type { RequestProvider } from '../../../contract/entities/git-providers.ts';
import { describeRequested } from '../../../contract/requested-change.ts';
import { counted } from '../../../contract/values.ts';
import type { ShapeName, Tone } from '../../components/widgets/icons/status-shape.tsx';

export const REQUEST_STATES = [
  'OPEN',
  'APPROVED',
  'CONFLICT',
  'MERGED',
  'FAILED',
  'CLOSED',
] as const satisfies readonly ChangeRequestState[];

export const STATE_LOOKS: Record<ChangeRequestState, { label: string; shape: ShapeName; tone: Tone }> = {
  OPEN: { label: 'Open', shape: 'dashed', tone: 'info' },
  APPROVED: { label: 'Approved', shape: 'check', tone: 'info' },
  CONFLICT: { label: 'Conflict', shape: 'triangle', tone: 'warn' },
  MERGED: { label: 'Merged', shape: 'check', tone: 'ok' },
  FAILED: { label: 'Failed', shape: 'octagon', tone: 'err' },
  CLOSED: { label: 'Closed', shape: 'paused', tone: 'text3' },
};

export const getRequestLook = (request: Changeset) => STATE_LOOKS[getRequestState(request)];

const PROVIDER_NAMES: Record<RequestProvider, string> = {
  GITHUB: 'GitHub',
  GITLAB: 'GitLab',
  GITEA: 'Gitea',
};

/** The provider's number, such as `GitHub #12`, or empty. */
export const formatProviderNumber = ({ atProvider }: Changeset): string =>
  atProvider
    ? `${PROVIDER_NAMES[atProvider.provider]} ${atProvider.provider === 'GITLAB' ? '!' : '#'}${atProvider.number}`
    : '';

/** State at the provider. */
export const formatProviderState = ({ atProvider }: Changeset): string =>
  atProvider ? `${atProvider.state} there, ${counted(atProvider.comments, 'comment')}` : '';

export const formatChanged = ({ pipelines, connections }: Changeset): string =>
  [...pipelines, ...connections].map(({ name }) => name).join(', ');

/** The comment's first line, else its changes. */
export const getRequestTitle = (request: Changeset): string =>
  request.description.split('\n', 1)[0] ||
  describeRequested([...request.pipelines, ...request.connections]) ||
  'Sources or destinations';
