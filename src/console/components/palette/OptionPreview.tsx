import type { Option } from '../../commands/types.ts';
import * as css from './palette.css.ts';

/** Details of the highlighted option. */
export function OptionPreview({ option }: { option: Option | undefined }) {
  const preview = option?.preview;
  if (!preview) return null;
  return (
    <aside className={css.preview} aria-label={`About ${preview.title}`}>
      <p className={css.previewTitle}>{preview.title}</p>
      {preview.note && <p>{preview.note}</p>}
      <dl className={css.previewFacts}>
        {preview.facts.map((fact) => (
          <div key={fact.label} className={css.previewFact}>
            <dt>{fact.label}</dt>
            <dd className={css.previewValue}>{fact.value}</dd>
          </div>
        ))}
      </dl>
    </aside>
  );
}
