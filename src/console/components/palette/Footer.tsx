import { Fragment } from 'react';
import type { PalettePage } from '../../../../machines/command-palette/index.ts';
import { TIME_PAGE_HINT } from '../../commands/palette/time-page.ts';
import { KeySequence } from '../widgets/keys/key-chip.tsx';
import * as css from './palette.css.ts';

/** A range shows only the first and last key. */
const Hint = ({ keys, label, isRange }: { keys: string[]; label: string; isRange?: boolean }) => (
  <span className={css.footHint}>
    {keys.map((binding, index) => (
      <Fragment key={binding}>
        {isRange && index > 0 && '–'}
        <KeySequence binding={binding} decorative />
      </Fragment>
    ))}
    {label}
  </span>
);

const enterLabel = (page: PalettePage): string => {
  if (page === 'choosing') return 'Run';
  return page === 'unavailable' ? 'Try again' : 'Choose';
};

type FooterProps = { page: PalettePage; hasBack: boolean; isTimePage: boolean };

export const Footer = ({ page, hasBack, isTimePage }: FooterProps) => (
  <div className={css.foot}>
    <Hint keys={['ArrowUp', 'ArrowDown']} label="Move" />
    <Hint keys={['Enter']} label={enterLabel(page)} />
    {isTimePage && <Hint keys={['1', '9']} label={TIME_PAGE_HINT} isRange />}
    {hasBack && <Hint keys={['Backspace']} label="Back a step" />}
    <span className={css.footEnd}>
      <Hint keys={['Escape']} label="Close" />
    </span>
  </div>
);
