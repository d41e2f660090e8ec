import { IconButton } from '../widgets/actions/button.tsx';
import * as form from './entity-form.css.ts';

export function PanelHead({ title, note, onClose }: { title: string; note: string; onClose: () => void }) {
  return (
    <header className={form.head}>
      <div>
        <h2 className={form.heading}>{title}</h2>
        <p className={form.sub}>{note}</p>
      </div>
      <span className={form.headActions}>
        <IconButton icon="close" label="Close" size="small" onClick={onClose} />
      </span>
    </header>
  );
}
