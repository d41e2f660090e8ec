import type { ReactNode } from 'react';
import { IconButton } from '../widgets/actions/button.tsx';
import * as form from './entity-form.css.ts';

type PanelHeadProps = {
  title: string;
  note: string;
  actions?: ReactNode;
  onClose: () => void;
};

export function PanelHead({ title, note, actions, onClose }: PanelHeadProps) {
  return (
    <header className={form.head}>
      <div>
        <h2 className={form.heading}>{title}</h2>
        <p className={form.sub}>{note}</p>
      </div>
      <span className={form.headActions}>
        {actions}
        <IconButton icon="close" label="Close" size="small" onClick={onClose} />
      </span>
    </header>
  );
}
