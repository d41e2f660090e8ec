import { tone as toneClass } from '../../../../../styles/text.css.ts';
import { type ShapeName, StatusShape, type Tone } from '../icons/status-shape.tsx';
import { Badge } from './badge.tsx';
import * as css from './status.css.ts';

export type StatusBadgeProps = {
  label: string;
  tone: Tone;
  shape: ShapeName;
  /** Such as 'rolled back'. */
  note?: string | undefined;
  look?: 'text' | 'pill';
};

/** Only trouble colors the words. */
export function StatusBadge({ label, tone, shape, note, look = 'text' }: StatusBadgeProps) {
  if (look === 'pill') {
    const pillTone = tone === 'text2' || tone === 'text3' ? 'neutral' : tone;
    return (
      <Badge tone={pillTone} shape={shape}>
        {note ? `${label}, ${note}` : label}
      </Badge>
    );
  }
  return (
    <span className={css.status}>
      <StatusShape shape={shape} tone={tone} />
      <span className={toneClass[tone === 'ok' ? 'text1' : tone]}>{label}</span>
      {note && <span className={css.note}>{note}</span>}
    </span>
  );
}
