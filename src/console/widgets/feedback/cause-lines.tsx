import * as css from './feedback.css.ts';

/** 'Possible Cause:' or 'Resolution:' and its lines; nothing where there are none. */
export const CauseLines = ({ label, lines }: { label: string; lines: readonly string[] }) =>
  lines.length === 0 ? null : (
    <div>
      <p className={css.causeLabel}>{label}</p>
      <ul className={css.causeList}>
        {lines.map((line) => (
          <li key={line}>{line}</li>
        ))}
      </ul>
    </div>
  );
