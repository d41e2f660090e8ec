import { useEffect, useMemo, useRef, useState } from 'react';
import {
  buildLifecycleChart,
  getChartState,
} from '../../../../../machines/pipeline-lifecycle/pipeline-lifecycle.chart.ts';
import { visuallyHidden } from '../../../../../styles/text.css.ts';
import type { Pipeline } from '../../../../contract/entities/pipeline.ts';
import { useCommand } from '../../../commands/use-command.ts';
import { getToneLook } from '../../../components/status-look.ts';
import { Button } from '../../../components/widgets/actions/button.tsx';
import { Dialog } from '../../../components/widgets/dialogs/dialog.tsx';
import { KeySequence } from '../../../components/widgets/keys/key-chip.tsx';
import { Statechart } from '../../../components/widgets/statechart/statechart.tsx';
import * as css from './lifecycle.css.ts';
import { type CommandLine, listStateLines, type StateLines } from './lifecycle-lines.ts';

const chart = buildLifecycleChart();
const NODES = chart.states.map(({ id, depth, ...display }) => ({
  id,
  depth,
  label: id === 'Deployed, rolled back' ? 'Rolled back' : id,
  ...getToneLook(display),
}));
const LABELS = new Map(NODES.map(({ id, label }) => [id, label]));
const getStateLabel = (id: string): string => LABELS.get(id) ?? id;
const EDGES = [...new Map(chart.transitions.map(({ from, to }) => [`${from}>${to}`, { from, to }])).values()];

function Command({ commandId, to, reason: guard, isNow }: CommandLine & { isNow: boolean }) {
  const { title, keys, disabledReason } = useCommand(commandId);
  // The console knows more than the machine, for example that this version already runs.
  const reason = guard ?? (isNow ? disabledReason : undefined);
  return (
    <li className={css.command}>
      <span className={reason === undefined ? css.open : css.closed}>{title}</span>
      {keys && <KeySequence binding={keys} />}
      {to !== undefined && (
        <span className={css.target}>
          <span aria-hidden>→ </span>
          <span className={visuallyHidden}>leads to </span>
          {getStateLabel(to)}
        </span>
      )}
      {reason !== undefined && <span className={css.reason}>{reason}</span>}
    </li>
  );
}

function Ways({ commands, outcomes, isNow }: StateLines & { isNow: boolean }) {
  return (
    <>
      {commands.length > 0 && (
        <section aria-label="By command">
          <h3 className={css.label}>By command</h3>
          <ul className={css.lines}>
            {commands.map((line) => (
              <Command key={line.commandId} {...line} isNow={isNow} />
            ))}
          </ul>
        </section>
      )}
      {outcomes.length > 0 && (
        <section aria-label="By itself">
          <h3 className={css.label}>By itself</h3>
          <ul className={css.lines}>
            {outcomes.map(({ to, text }) => (
              <li key={to} className={css.command}>
                <span className={css.open}>
                  <span aria-hidden>→ </span>
                  <span className={visuallyHidden}>To </span>
                  {getStateLabel(to)}
                </span>
                <span className={css.reason}>{text}</span>
              </li>
            ))}
          </ul>
        </section>
      )}
      {commands.length + outcomes.length === 0 && (
        <p className={css.target}>No transition leaves this state.</p>
      )}
    </>
  );
}

type LifecycleDialogProps = { pipeline: Pipeline; onClose: () => void };

/** The lifecycle as a chart made from its state machine. */
export default function LifecycleDialog({ pipeline, onClose }: LifecycleDialogProps) {
  const now = getChartState(pipeline);
  const [chosen, choose] = useState(now);
  const chosenRef = useRef<HTMLInputElement>(null);
  useEffect(() => choose(now), [now]);
  const lines = useMemo(() => listStateLines(chart, pipeline, chosen), [pipeline, chosen]);
  return (
    <Dialog
      open
      onClose={onClose}
      title={`Lifecycle of ${pipeline.name}`}
      wide="screen"
      initialFocus={chosenRef}
      message="Every state a pipeline can be in. Choose one to see what leads out of it."
      footer={
        <Button variant="ghost" keys="Escape" onClick={onClose}>
          Close
        </Button>
      }
    >
      <div className={css.columns}>
        <Statechart
          label="States"
          nodes={NODES}
          edges={EDGES}
          currentId={now}
          chosenId={chosen}
          onChoose={choose}
          chosenRef={chosenRef}
        />
        <section className={css.side} aria-label={`Out of ${getStateLabel(chosen)}`} aria-live="polite">
          <h2 className={css.heading}>
            {getStateLabel(chosen)}
            {chosen === now && ' (now)'}
          </h2>
          <Ways {...lines} isNow={chosen === now} />
        </section>
      </div>
    </Dialog>
  );
}
