import { visuallyHidden } from '../../../../../styles/text.css.ts';
import { formatSpokenBinding, type KeyPart, parseBinding } from '../../../lib/key-text.ts';
import { Icon } from '../icons/icon.tsx';
import * as css from './key-chip.css.ts';

export type KeyChipVariant = keyof typeof css.chip;

type KeyChipProps = { parts: KeyPart[]; variant?: KeyChipVariant; large?: boolean };

/** Visual only; `KeySequence` adds the words. */
export function KeyChip({ parts, variant = 'plain', large = false }: KeyChipProps) {
  return (
    <kbd className={large ? `${css.chip[variant]} ${css.large}` : css.chip[variant]}>
      {parts.map((part, index) => (
        <KeyFace key={part.spoken} part={part} next={parts[index + 1]} />
      ))}
    </kbd>
  );
}

/** `Ctrl` and `S` need a plus; symbols do not. */
function KeyFace({ part, next }: { part: KeyPart; next: KeyPart | undefined }) {
  if (part.icon) return <Icon name={part.icon} size="xs" />;
  return <span>{next && part.text.length > 1 ? `${part.text}+` : part.text}</span>;
}

type KeySequenceProps = {
  /** Such as `mod+s`, `g p`, `Shift+d`, `?`. */
  binding: string;
  variant?: KeyChipVariant;
  large?: boolean;
  /** In buttons, keys are exposed by `aria-keyshortcuts` instead of the name. */
  decorative?: boolean;
};

/** Modifiers share a chip; a chord is two chips. */
export function KeySequence({ binding, variant, large, decorative = false }: KeySequenceProps) {
  const chips = (
    <span className={css.sequence} aria-hidden="true">
      {parseBinding(binding).map((parts, place) => (
        <KeyChip
          // biome-ignore lint/suspicious/noArrayIndexKey: one key may come twice, as in `g g`
          key={place}
          parts={parts}
          variant={variant ?? 'plain'}
          large={large ?? false}
        />
      ))}
    </span>
  );
  if (decorative) return chips;
  return (
    <span className={css.sequence}>
      {chips}
      <span className={visuallyHidden}>{formatSpokenBinding(binding)}</span>
    </span>
  );
}
