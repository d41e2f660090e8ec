import * as css from './feedback.css.ts';

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
