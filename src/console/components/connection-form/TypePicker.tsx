import { useEffect } from 'react';
import type { Template } from '../../../contract/entities/template.ts';
import { lossReasons } from '../../../contract/loss.ts';
import { STORAGE_KEYS, storage } from '../../lib/storage.ts';
import * as css from '../entity-form/entity-form.css.ts';
import { getTemplateIcon } from '../template-icon.ts';
import { IconButton } from '../widgets/actions/button.tsx';
import { TypePicker as TypeList } from '../widgets/type-picker/type-picker.tsx';
import { type ConnectionKind, KINDS } from './kinds.ts';

const KEPT = 3;

const buildRecentTypesKey = (kind: ConnectionKind): string => `${STORAGE_KEYS.recentTypes}${kind}`;

/** Most recently chosen templates, newest first. */
function readRecentTypes(kind: ConnectionKind): readonly string[] {
  try {
    const ids: unknown = JSON.parse(storage.read(buildRecentTypesKey(kind)) ?? '[]');
    return Array.isArray(ids) ? ids.filter((id): id is string => typeof id === 'string').slice(0, KEPT) : [];
  } catch {
    return [];
  }
}

function rememberType(kind: ConnectionKind, id: string): void {
  const ids = [id, ...readRecentTypes(kind).filter((other) => other !== id)].slice(0, KEPT);
  storage.write(buildRecentTypesKey(kind), JSON.stringify(ids));
}

type TypePickerProps = {
  kind: ConnectionKind;
  templates: readonly Template[];
  /** Already chosen, for instance in the palette; skips the picker. */
  asked: Template | undefined;
  hideHeading: boolean;
  onChoose: (template: Template) => void;
  onClose: () => void;
};

const toPickableType = (template: Template) => ({
  id: template.id,
  name: template.name,
  description: template.description,
  icon: getTemplateIcon(template.id, template.nodeType),
  group: template.group,
  lossReasons: lossReasons(template),
});

/** Recently chosen templates come first. */
export function TypePicker({ kind, templates, asked, hideHeading, onChoose, onClose }: TypePickerProps) {
  const noun = KINDS[kind].noun.toLowerCase();
  const choose = (template: Template) => {
    rememberType(kind, template.id);
    onChoose(template);
  };
  useEffect(() => {
    if (asked) choose(asked);
  });
  if (asked) return null;
  return (
    <div className={css.form}>
      {!hideHeading && (
        <header className={css.head}>
          <h2 className={css.heading}>Type of {noun}</h2>
          <span style={{ marginLeft: 'auto' }}>
            <IconButton icon="close" label="Close" size="small" onClick={onClose} />
          </span>
        </header>
      )}
      <TypeList
        label={`Types of ${noun}`}
        types={templates.map(toPickableType)}
        recent={readRecentTypes(kind)}
        onChoose={(id) => {
          const chosen = templates.find((template) => template.id === id);
          if (chosen) choose(chosen);
        }}
        onCancel={onClose}
      />
    </div>
  );
}
