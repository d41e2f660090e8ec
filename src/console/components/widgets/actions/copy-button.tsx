import { type CopyOutcome, copyText } from '../../../lib/copy-text.ts';
import { Button, IconButton } from './button.tsx';

export type { CopyOutcome };

type CopyButtonProps = {
  text: string;
  onOutcome: (outcome: CopyOutcome) => void;
  label?: string;
  keys?: string;
  /** The label becomes the accessible name and tooltip. */
  iconOnly?: boolean;
};

export function CopyButton({ text, onOutcome, label = 'Copy', keys, iconOnly }: CopyButtonProps) {
  const copy = async () => onOutcome(await copyText(text));
  if (iconOnly) return <IconButton size="small" variant="ghost" icon="copy" label={label} onClick={copy} />;
  return (
    <Button size="small" variant="ghost" icon="copy" keys={keys} onClick={copy}>
      {label}
    </Button>
  );
}
