import { Link } from 'wouter';
import { quietLink } from '../../../../styles/text.css.ts';
import type { Rollout, RolloutOutcome } from '../../../contract/entities/fleet.ts';
import { EMPTY_TIME } from '../../../contract/limits.ts';
import { counted } from '../../../contract/values.ts';
import { useCall } from '../../api/use-call.ts';
import { StatusBadge } from '../../components/widgets/status/status-badge.tsx';
import { paths } from '../../lib/paths.ts';
import * as css from './fleets.css.ts';
import { nameStep } from './looks.ts';

type StepLook = Parameters<typeof StatusBadge>[0];

function findLook({ state, step, isPaused, endedAt }: Rollout, index: number): StepLook & { word: string } {
  if (index < step || (index === step && state === 'SUCCEEDED'))
    return { shape: 'check', tone: 'ok', label: '', word: 'done' };
  if (index > step) return { shape: 'dashed', tone: 'text3', label: '', word: 'later' };
  if (state === 'WAITING')
    return { shape: 'paused', tone: 'text2', label: '', word: isPaused ? 'paused' : 'waits' };
  if (state === 'ROLLING_OUT') return { shape: 'pending', tone: 'info', label: '', word: 'now' };
  return { shape: 'octagon', tone: 'err', label: '', word: endedAt === EMPTY_TIME ? 'ends' : 'ended here' };
}

type StepAgent = { step: number; outcome: RolloutOutcome };

function formatCounts(agents: readonly StepAgent[]): string {
  if (agents.length === 0) return '';
  const failed = agents.filter(({ outcome }) => outcome === 'FAILED').length;
  const done = agents.filter(({ outcome }) => outcome === 'APPLIED').length;
  return `${done} of ${agents.length} applied${failed === 0 ? '' : `, ${failed} failed`}`;
}

/** Steps in order, with the progress of each. */
export function RolloutSteps({ rollout, agents }: { rollout: Rollout; agents: readonly StepAgent[] }) {
  if (rollout.steps.length === 1) return null;
  return (
    <ol className={css.steps} aria-label="Steps of the rollout">
      {rollout.steps.map((_, index) => {
        const { word, ...look } = findLook(rollout, index);
        const name = nameStep(rollout.steps, index);
        const counts = formatCounts(agents.filter(({ step }) => step === index));
        return (
          <li
            key={name}
            className={css.step}
            aria-current={index === rollout.step && rollout.state !== 'SUCCEEDED' ? 'step' : undefined}
          >
            <StatusBadge {...look} label={name} />
            <span className={css.quiet}>{counts === '' ? word : `${word}: ${counts}`}</span>
          </li>
        );
      })}
    </ol>
  );
}

const useCount = (query: { fleetIds: string[]; attributes?: string[]; withoutAttributes?: string[] }) =>
  useCall('listAgents', { query: { ...query, 'pagination.limit': 1 } }, { isSuppressed: true }).data
    ?.pagination.totalCount;

function LabelCount({ fleetId, label }: { fleetId: string; label: string }) {
  const count = useCount({ fleetIds: [fleetId], attributes: [label] });
  return <li>{count === undefined ? label : `${label}: ${counted(count, 'agent')}`}</li>;
}

/** Agents matched by each step's labels, and by none. */
export function LabelCounts({ fleetId, labels }: { fleetId: string; labels: readonly string[] }) {
  const rest = useCount({ fleetIds: [fleetId], withoutAttributes: [...labels] });
  return (
    <ul className={css.counts} aria-label="Agents by step">
      {labels.map((label) => (
        <LabelCount key={label} fleetId={fleetId} label={label} />
      ))}
      {rest !== undefined && (
        <li>
          <Link
            href={paths.agents({ fleet: fleetId, q: labels.map((label) => `-${label}`).join(' ') })}
            className={quietLink}
          >
            {counted(rest, 'agent')} with none of these labels
          </Link>
        </li>
      )}
    </ul>
  );
}
