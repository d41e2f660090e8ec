import { Button, IconButton } from './button.tsx';

export const COPIED_TEXT = 'Text copied successfully';
export const COPY_FAILED_TEXT = 'Error copying text';

export type CopyOutcome = { ok: boolean; message: string };

type CopyButtonProps = {
  text: string;
  onOutcome: (outcome: CopyOutcome) => void;
  label?: string;
  keys?: string;
  /** The label becomes the accessible name and tooltip. */
  iconOnly?: boolean;
};

export function CopyButton({ text, onOutcome, label = 'Copy', keys, iconOnly }: CopyButtonProps) {
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(text);
      onOutcome({ ok: true, message: COPIED_TEXT });
    } catch {
      onOutcome({ ok: false, message: COPY_FAILED_TEXT });
    }
  };
  if (iconOnly) return <IconButton size="small" variant="ghost" icon="copy" label={label} onClick={copy} />;
  return (
    <Button size="small" variant="ghost" icon="copy" keys={keys} onClick={copy}>
      {label}
    </Button>
  );
}
