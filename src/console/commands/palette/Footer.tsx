import type { PalettePage } from '../../../../machines/command-palette/index.ts';
import { KeySequence } from '../../widgets/keys/key-chip.tsx';
import * as css from './palette.css.ts';

const Hint = ({ keys, label }: { keys: string[]; label: string }) => (
  <span className={css.footHint}>
    {keys.map((binding) => (
      <KeySequence key={binding} binding={binding} decorative />
    ))}
    {label}
  </span>
);

const enterLabel = (page: PalettePage): string => {
  if (page === 'choosing') return 'Run';
  return page === 'unavailable' || page === 'failed' ? 'Try again' : 'Choose';
};

/** The palette's own keys. */
export const Footer = ({ page, hasBack }: { page: PalettePage; hasBack: boolean }) => (
  <div className={css.foot}>
    <Hint keys={['ArrowUp', 'ArrowDown']} label="Move" />
    <Hint keys={['Enter']} label={enterLabel(page)} />
    {hasBack && <Hint keys={['Backspace']} label="Back a step" />}
    <span className={css.footEnd}>
      <Hint keys={['Escape']} label="Close" />
    </span>
  </div>
);
