import { CommandButton } from '../commands/CommandButton.tsx';
import * as css from './dead-letters.css.ts';

type DeadLettersButtonProps = {
  /** Events or bytes; hidden at zero. */
  amount: number | undefined;
  pipelineId?: string | undefined;
  /** The node by its component, as dead letters name it. */
  componentId?: string | undefined;
};

/** Links a count of dead letters to their list. */
export function DeadLettersButton({ amount, pipelineId, componentId }: DeadLettersButtonProps) {
  if (!amount) return null;
  const args = {
    ...(pipelineId === undefined ? {} : { pipeline: pipelineId }),
    ...(componentId === undefined ? {} : { node: componentId }),
  };
  return (
    <CommandButton
      id="deadLetters.ofNode"
      args={args}
      label="Show"
      className={css.button}
      aria-label="Show dead letters"
      size="small"
      variant="ghost"
      hideIcon
      hideKeys
    />
  );
}
