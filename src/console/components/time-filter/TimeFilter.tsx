import { useEffect, useRef } from 'react';
import { visuallyHidden } from '../../../../styles/text.css.ts';
import { useCommand } from '../../commands/use-command.ts';
import { useStore } from '../../lib/store.ts';
import {
  closeTimePanel,
  formatTimeRangeTitle,
  isTimePanelOpen,
  useTimeRange,
} from '../../state/time-filter.ts';
import { Button } from '../widgets/actions/button.tsx';
import { createLazyCode } from '../widgets/lazy/lazy-code.ts';
import { PopupBoundary } from '../widgets/lazy/popup-boundary.tsx';
import * as css from './time-filter.css.ts';

const panel = createLazyCode(() => import('./TimeFilterPanel.tsx'));

export function TimeFilter() {
  const range = useTimeRange();
  const isOpen = useStore(isTimePanelOpen);
  const command = useCommand('time.filter');
  const button = useRef<HTMLButtonElement>(null);
  useEffect(() => closeTimePanel, []);
  return (
    <>
      <Button
        ref={button}
        size="small"
        className={css.button}
        icon={command.icon}
        keys={command.keys}
        data-command="time.filter"
        aria-haspopup="dialog"
        aria-expanded={isOpen}
        onPointerEnter={panel.preload}
        onFocus={panel.preload}
        onClick={() => (isOpen ? closeTimePanel() : command.run('button'))}
      >
        <span className={visuallyHidden}>Time range: </span>
        <span className={css.range}>{formatTimeRangeTitle(range)}</span>
      </Button>
      <PopupBoundary isOpen={isOpen} onFailed={closeTimePanel}>
        {isOpen && <panel.Component anchor={button} />}
      </PopupBoundary>
    </>
  );
}
