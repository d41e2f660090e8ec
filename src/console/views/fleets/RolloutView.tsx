import { Suspense, useState } from 'react';
import { Link } from 'wouter';
import { pauseRolloutRefusal } from '../../../../machines/fleet-rollout/index.ts';
import { quietLink } from '../../../../styles/text.css.ts';
import { ROLLOUT_STATES, type Rollout, type RolloutOutcome } from '../../../contract/entities/fleet.ts';
import { formatAssigned } from '../../../contract/fleet-words.ts';
import { EMPTY_TIME } from '../../../contract/limits.ts';
import { useCall } from '../../api/use-call.ts';
import { CommandButton } from '../../components/commands/CommandButton.tsx';
import { createLazyCode } from '../../components/widgets/lazy/lazy-code.ts';
import { ProgressBar } from '../../components/widgets/progress/progress-bar.tsx';
import { Statechart } from '../../components/widgets/statechart/statechart.tsx';
import { StatusBadge } from '../../components/widgets/status/status-badge.tsx';
import { formatDateTime } from '../../lib/format.ts';
import { paths } from '../../lib/paths.ts';
import { goTo } from '../../state/location.tsx';
import * as css from './fleets.css.ts';
import { formatStep, getRolloutLook, nameStep, OUTCOME_LOOKS, ROLLOUT_LOOKS } from './looks.ts';
import { LabelCounts, RolloutSteps } from './RolloutSteps.tsx';

const { Component: RolloutMap } = createLazyCode(async () => ({
  default: (await import('./AgentMap.tsx')).RolloutMap,
}));

const POLL_MS = 2000;
const LISTED: readonly RolloutOutcome[] = ['FAILED', 'AWAY'];
const DEPTHS: Record<Rollout['state'], number> = {
  WAITING: 0,
  ROLLING_OUT: 1,
  SUCCEEDED: 2,
  ROLLING_BACK: 2,
  STOPPED: 2,
  ROLLED_BACK: 3,
};
const EDGES = [
  { from: 'WAITING', to: 'ROLLING_OUT' },
  { from: 'ROLLING_OUT', to: 'WAITING' },
  { from: 'WAITING', to: 'ROLLING_BACK' },
  { from: 'WAITING', to: 'STOPPED' },
  { from: 'ROLLING_OUT', to: 'SUCCEEDED' },
  { from: 'ROLLING_OUT', to: 'ROLLING_BACK' },
  { from: 'ROLLING_OUT', to: 'STOPPED' },
  { from: 'ROLLING_BACK', to: 'ROLLED_BACK' },
];
const NODES = ROLLOUT_STATES.map((id) => ({ id, ...ROLLOUT_LOOKS[id], depth: DEPTHS[id] }));

const MEANINGS: Record<Rollout['state'], string> = {
  WAITING:
    'The next step begins within the maintenance window of the fleet, and not while the rollout is paused. Canceling it ends it at once.',
  ROLLING_OUT: 'Agents are offered it, step by step. Too many errors, or canceling it, end it.',
  SUCCEEDED: 'Every agent was offered it; errors stayed within the limit.',
  ROLLING_BACK: 'Agents that were offered it go back to what they had.',
  ROLLED_BACK: 'Every connected agent is back on what it had, or said nothing in its time.',
  STOPPED:
    'The fleet had no configuration before, so agents that applied it keep it. It is offered to no more.',
};

/** Why the next step has not begun. */
function describeWait({ state, isPaused, goesOnAt }: Rollout): string {
  if (isPaused && state === 'ROLLING_OUT')
    return 'It is paused: agents that were offered it still apply it, and no further step begins.';
  if (isPaused) return 'It is paused: the next step begins when it is resumed.';
  return goesOnAt === EMPTY_TIME
    ? 'It goes on at once.'
    : `It waits for the maintenance window and goes on ${formatDateTime(goesOnAt)}.`;
}

type RolloutViewProps = { rollout: Rollout; fleetId: string };

/** A running rollout, or its outcome. */
export function RolloutView({ rollout, fleetId }: RolloutViewProps) {
  const [chosen, setChosen] = useState<Rollout['state']>();
  const [cursorId, setCursorId] = useState<string>();
  const { data } = useCall(
    'getRollout',
    { path: { rolloutId: rollout.id } },
    {
      poll: (answer) => ((answer?.rollout ?? rollout).endedAt === EMPTY_TIME ? POLL_MS : false),
      keepPrevious: true,
      isSuppressed: true,
    },
  );
  const shown = data?.rollout ?? rollout;
  const agents = data?.rollout.agents ?? [];
  const { outcomes, agentCount } = shown;
  // Agents of one step form a group; those of later steps have none yet.
  const cells = agents
    .map(({ id, name, outcome, step }) => ({
      id,
      label: `${name}, ${nameStep(shown.steps, step)}`,
      kind: outcome,
      group: step,
    }))
    .toSorted((a, b) => a.group - b.group);
  const labels = shown.steps.filter((step) => typeof step === 'string');
  const done = outcomes.APPLIED + outcomes.FAILED + outcomes.RESTORED;
  const current = chosen ?? shown.state;
  return (
    <section className={css.card} aria-label="Rollout">
      <div className={css.cardHead}>
        <h3 className={css.heading}>{formatAssigned(shown.configuration)}</h3>
        <StatusBadge {...getRolloutLook(shown)} />
        <span className={css.quiet}>
          {formatStep(shown)}; by {shown.startedBy}, {formatDateTime(shown.startedAt)}
        </span>
        {shown.endedAt === EMPTY_TIME && (
          <span className={css.itemEnd}>
            {shown.state === 'WAITING' && !shown.isPaused && (
              <CommandButton id="fleet.startRolloutNow" args={{ fleet: fleetId }} size="small" hideKeys />
            )}
            {shown.isPaused ? (
              <CommandButton
                id="fleet.resumeRollout"
                args={{ fleet: fleetId }}
                label="Resume"
                size="small"
                hideKeys
              />
            ) : (
              pauseRolloutRefusal(shown) === undefined && (
                <CommandButton
                  id="fleet.pauseRollout"
                  args={{ fleet: fleetId }}
                  label="Pause"
                  size="small"
                  hideKeys
                />
              )
            )}
            <CommandButton id="fleet.cancelRollout" args={{ fleet: fleetId }} size="small" hideKeys />
          </span>
        )}
      </div>
      {(shown.state === 'WAITING' || shown.isPaused) && <p className={css.reason}>{describeWait(shown)}</p>}
      <RolloutSteps rollout={shown} agents={agents} />
      {shown.endedAt === EMPTY_TIME && labels.length > 0 && <LabelCounts fleetId={fleetId} labels={labels} />}
      <ProgressBar
        label="Agents that were offered it and are done"
        percent={agentCount === 0 ? 100 : Math.min(100, Math.round((100 * done) / agentCount))}
        note={`${done} of ${agentCount}`}
      />
      {shown.reason !== '' && <p className={css.reason}>{shown.reason}</p>}
      {agents.length > 0 && (
        <Suspense fallback={null}>
          <div className={css.mapRoom}>
            <RolloutMap
              cells={cells}
              nameGroup={shown.steps.length > 1 ? (step) => nameStep(shown.steps, step) : undefined}
              cursorId={cursorId}
              onCursorChange={setCursorId}
              onOpen={(id) => goTo(paths.agent(id))}
            />
          </div>
        </Suspense>
      )}
      <ul
        className={css.list}
        aria-label="Agents with a problem"
        hidden={!agents.some(({ outcome }) => LISTED.includes(outcome))}
      >
        {agents
          .filter(({ outcome }) => LISTED.includes(outcome))
          .map(({ id, name, outcome, problem }) => (
            <li key={id} className={css.item} aria-current={id === cursorId}>
              <StatusBadge {...OUTCOME_LOOKS[outcome]} />
              <Link onFocus={() => setCursorId(id)} href={paths.agent(id)} className={quietLink}>
                {name}
              </Link>
              <span className={css.note}>{problem}</span>
            </li>
          ))}
      </ul>
      <Statechart
        label="States of the rollout"
        nodes={NODES}
        edges={EDGES}
        currentId={shown.state}
        chosenId={current}
        onChoose={(id) => setChosen(ROLLOUT_STATES.find((state) => state === id))}
      />
      <p className={css.quiet} aria-live="polite">
        {MEANINGS[current]}
      </p>
    </section>
  );
}
