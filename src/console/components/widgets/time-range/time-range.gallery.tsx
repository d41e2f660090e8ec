import { useEffect, useRef, useState } from 'react';
import { Button } from '../actions/button.tsx';
import type { GalleryPage } from '../gallery.ts';
import { TimeRangePanel, type TimeRangePanelProps } from './time-range-panel.tsx';
import TimeRangePopover from './time-range-popover.tsx';
import type { Picking } from './types.ts';

const at = (text: string): number => new Date(text).getTime() / 1000;
const NOW = at('2026-11-21T14:32:08');
const DAY = 86_400;
const LABELS = ['5 mins', '15 mins', '1 hour', '4 hours', '12 hours', '1 day', '7 days', '60 days'];

const panel = (more: Partial<TimeRangePanelProps> = {}): TimeRangePanelProps => ({
  presets: LABELS.map((label) => ({
    id: label,
    label: `Last ${label}`,
    isCurrent: label === '1 hour' && more.isCustom !== true,
  })),
  onPreset: () => undefined,
  isCustom: false,
  onCustom: () => undefined,
  picking: undefined,
  readWords: (words) => {
    if (words === '') return undefined;
    return words.startsWith('last')
      ? { title: 'Last 4 hours', detail: '4 h, one point every 15 min', isRefused: false }
      : { title: "Type a time range such as 'last 4h'", isRefused: true };
  },
  onWords: () => undefined,
  onReset: undefined,
  nowUnixSeconds: NOW,
  ...more,
});

const picking = (more: Partial<Picking> = {}): Picking => ({
  from: undefined,
  to: undefined,
  problem: undefined,
  limits: { start: NOW - 60 * DAY, end: NOW },
  onSet: () => undefined,
  onApply: () => undefined,
  ...more,
});

const custom = (more: Partial<Picking> = {}) => (
  <TimeRangePanel {...panel({ isCustom: true, onReset: () => undefined, picking: picking(more) })} />
);

const refused = (end: 'from' | 'to', text: string, from: number | undefined, to: number | undefined) => ({
  name: text,
  render: () => custom({ from, to, problem: { end, text } }),
});

function WithButton({ opensItself = false }: { opensItself?: boolean }) {
  const [isOpen, setOpen] = useState(false);
  // The anchor exists after the first render.
  useEffect(() => setOpen(opensItself), [opensItself]);
  const button = useRef<HTMLButtonElement>(null);
  return (
    <>
      <Button
        ref={button}
        size="small"
        icon="clock"
        keys="Shift+r"
        aria-haspopup="dialog"
        aria-expanded={isOpen}
        onClick={() => setOpen(!isOpen)}
      >
        Last 1 hour
      </Button>
      {isOpen && <TimeRangePopover anchor={button.current} onClose={() => setOpen(false)} {...panel()} />}
    </>
  );
}

const [FROM, TO] = [NOW - 4 * DAY, NOW - DAY];

export default {
  title: 'Time range',
  states: [
    { name: 'closed', render: () => <WithButton /> },
    { name: 'open', isAlone: true, render: () => <WithButton opensItself /> },
    { name: 'presets', render: () => <TimeRangePanel {...panel()} /> },
    { name: 'custom, empty', render: () => custom() },
    { name: 'custom, both times set', render: () => custom({ from: FROM, to: TO }) },
    refused('from', 'Please select Start and End date-time.', undefined, undefined),
    refused('from', 'Please select Start date-time before current time.', NOW + DAY, TO),
    refused('to', 'Please select End date-time before current time.', FROM, NOW + DAY),
    refused('to', 'End date-time cannot be before or equal to Start date-time.', TO, FROM),
    refused(
      'to',
      'Duration between Start and End date-time cannot exceed 60 days.',
      NOW - 61 * DAY,
      NOW - DAY / 24,
    ),
    { name: 'narrow', render: () => <div style={{ width: 288 }}>{custom({ from: FROM, to: TO })}</div> },
  ],
} satisfies GalleryPage;
