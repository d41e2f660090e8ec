import { useEffect, useRef } from 'react';
import { isPaletteWanted } from '../../commands/palette/open-palette.ts';
import { getCommandHost, useShell } from '../../commands/runtime.ts';
import { useCommand } from '../../commands/use-command.ts';
import { CommandButton } from '../../components/commands/CommandButton.tsx';
import { KeySequence } from '../../components/widgets/keys/key-chip.tsx';
import { formatSpokenBinding } from '../../lib/key-text.ts';
import { useStore } from '../../lib/store.ts';
import { announce } from '../../state/announcement.ts';
import { isAssistantOpen } from '../../state/assistant-panel.ts';
import { flagsOn } from '../../state/flags.ts';
import { isHelpOpen } from '../../state/shell-state.ts';
import { tourStep } from '../../state/tour.ts';
import { moveTour, TOUR_LENGTH } from './run-tour.ts';
import * as css from './tour.css.ts';
import { beginStep, followStep, listTourSteps, type StepProgress, type TourStep } from './tour-steps.ts';

function useFacts() {
  const { path } = useShell();
  const isPaletteOpen = useStore(isPaletteWanted);
  const isShowingHelp = useStore(isHelpOpen);
  return { path, isPaletteOpen, isHelpOpen: isShowingHelp, isAssistantOpen: useStore(isAssistantOpen) };
}

/** Moves on once the step is done on screen. */
function useProgress(step: TourStep): void {
  const facts = useFacts();
  const progress = useRef<{ step: TourStep; at: StepProgress } | undefined>(undefined);
  useEffect(() => {
    if (progress.current?.step.command !== step.command) progress.current = { step, at: beginStep(facts) };
    const next = followStep(step, progress.current.at, facts);
    if (next === 'done') moveTour();
    else progress.current = { step, at: next };
  });
}

function Card({ step, index }: { step: TourStep; index: number }) {
  const { keys, title: command } = useCommand(step.command);
  useProgress(step);
  const how = keys === undefined ? `run “${command}”` : `press ${formatSpokenBinding(keys)}`;
  const said = `Step ${index + 1} of ${TOUR_LENGTH}: ${step.title}, ${how}. ${step.text}`;
  useEffect(() => announce(said), [said]);
  return (
    <section className={css.card} aria-label="Tour">
      <p className={css.place}>
        Step {index + 1} of {TOUR_LENGTH}
      </p>
      <h2 className={css.title}>{step.title}</h2>
      <p className={css.keys}>
        {keys === undefined ? (
          `Run “${command}” from the list of all commands.`
        ) : (
          <>
            Press <KeySequence binding={keys} large />
          </>
        )}
      </p>
      <p className={css.text}>{step.text}</p>
      <footer className={css.foot}>
        <CommandButton
          id="tour.next"
          size="small"
          hideIcon
          label={index + 1 === TOUR_LENGTH ? 'Finish' : 'Next'}
        />
        <CommandButton id="tour.skip" size="small" variant="ghost" hideIcon label="Skip the tour" />
      </footer>
    </section>
  );
}

/** The running tour in a corner of the screen, beside its subject, never over a dialog. */
export default function Tour() {
  const index = useStore(tourStep);
  const hasAssistant = useStore(flagsOn)?.has('chatAssistantTransform') !== false;
  const step = index === undefined ? undefined : listTourSteps(hasAssistant)[index];
  if (index === undefined || !step || !getCommandHost().registry.command(step.command)) return null;
  return <Card step={step} index={index} />;
}
