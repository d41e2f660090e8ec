import { type KeyboardEvent, useEffect, useRef, useState } from 'react';
import type { Template } from '../../../contract/entities/template.ts';
import { IconButton } from '../../widgets/actions/button.tsx';
import { TextField } from '../../widgets/forms/text-field.tsx';
import * as css from './connection-form.css.ts';

type TypePickerProps = {
  noun: string;
  templates: readonly Template[];
  /** Chosen already, for instance in the palette: taken at once. */
  asked: Template | undefined;
  hideHeading: boolean;
  onChoose: (template: Template) => void;
  onClose: () => void;
};

const matches = (template: Template, search: string) =>
  `${template.name} ${template.description} ${template.group}`
    .toLowerCase()
    .includes(search.trim().toLowerCase());

/** Every type with what it is for; typing narrows, Enter takes the first. */
export function TypePicker({ noun, templates, asked, hideHeading, onChoose, onClose }: TypePickerProps) {
  const [search, setSearch] = useState('');
  const list = useRef<HTMLUListElement>(null);
  useEffect(() => {
    if (asked) onChoose(asked);
  });
  if (asked) return null;
  const shown = templates.filter((template) => matches(template, search));
  const move = (delta: number) => {
    const buttons: Element[] = [...(list.current?.querySelectorAll('button') ?? [])];
    const at = document.activeElement ? buttons.indexOf(document.activeElement) : -1;
    const next = buttons[Math.min(buttons.length - 1, Math.max(0, at + delta))];
    if (next instanceof HTMLElement) next.focus();
  };
  const onArrows = (event: KeyboardEvent) => {
    if (event.key === 'ArrowDown') move(1);
    else if (event.key === 'ArrowUp') move(-1);
    else if (event.key === 'Escape') onClose();
    else return;
    event.preventDefault();
    event.stopPropagation();
  };
  return (
    <div className={css.form}>
      {!hideHeading && (
        <header className={css.head}>
          <h2 className={css.heading}>Type of {noun.toLowerCase()}</h2>
          <span style={{ marginLeft: 'auto' }}>
            <IconButton icon="close" label="Close" size="small" onClick={onClose} />
          </span>
        </header>
      )}
      <div className={css.body}>
        <TextField
          label={`Search types of ${noun.toLowerCase()}`}
          hideLabel
          autoFocus
          icon="search"
          placeholder="Search types"
          value={search}
          onChange={setSearch}
          onKeyDown={(event) => {
            onArrows(event);
            const [first] = shown;
            if (event.key === 'Enter' && first) {
              event.preventDefault();
              onChoose(first);
            }
          }}
        />
        <ul ref={list} className={css.types}>
          {shown.map((template) => (
            <li key={template.id}>
              <button
                type="button"
                className={css.typeButton}
                onKeyDown={onArrows}
                onClick={() => onChoose(template)}
              >
                <span className={css.typeName} style={{ gridColumn: '1 / 3' }}>
                  {template.name}
                </span>
                <span className={css.typeText} style={{ gridColumn: '1 / 3' }}>
                  {template.description}
                </span>
              </button>
            </li>
          ))}
        </ul>
        {shown.length === 0 && <p role="status">No type matches.</p>}
      </div>
    </div>
  );
}
