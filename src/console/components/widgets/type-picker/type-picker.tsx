import {
  Combobox,
  ComboboxGroup,
  ComboboxGroupLabel,
  ComboboxItem,
  ComboboxList,
  ComboboxProvider,
} from '@ariakit/react';
import { useState } from 'react';
import { visuallyHidden } from '../../../../../styles/text.css.ts';
import { counted } from '../../../../contract/values.ts';
import { Icon } from '../icons/icon.tsx';
import { LossMark } from '../status/loss-mark.tsx';
import { findMatchingTypes, type GroupOfTypes, type PickableType } from './matching-types.ts';
import * as css from './type-picker.css.ts';

export type { PickableType } from './matching-types.ts';

type TypePickerProps = {
  /** Names list and search: `Types of source`. */
  label: string;
  types: readonly PickableType[];
  /** Latest first; shown while the search is empty. */
  recent?: readonly string[];
  onChoose: (id: string) => void;
  onCancel: () => void;
};

const RECENT = 'Recently used';

function TypeItem({ type, group, onChoose }: { type: PickableType; group: string; onChoose: () => void }) {
  return (
    <ComboboxItem
      value={`${group} ${type.id}`}
      setValueOnClick={false}
      hideOnClick={false}
      focusOnHover={false}
      className={css.item}
      onClick={onChoose}
    >
      <span className={css.icon}>
        <Icon name={type.icon} />
      </span>
      <span className={css.name}>
        {type.name}
        <LossMark reasons={type.lossReasons} />
      </span>
      <span className={css.text}>{type.description}</span>
      {type.lossReasons.map((reason) => (
        <span key={reason} className={css.warning}>
          {reason}
        </span>
      ))}
    </ComboboxItem>
  );
}

const addRecentGroup = (
  groups: readonly GroupOfTypes[],
  types: readonly PickableType[],
  recent: readonly string[],
): readonly GroupOfTypes[] => {
  const chosen = recent.flatMap((id) => types.find((type) => type.id === id) ?? []);
  return chosen.length === 0 ? groups : [{ label: RECENT, types: chosen }, ...groups];
};

/** Arrows move, Enter chooses; the focus stays in the search. */
export function TypePicker({ label, types, recent = [], onChoose, onCancel }: TypePickerProps) {
  const [search, setSearch] = useState('');
  const found = findMatchingTypes(types, search);
  const count = found.reduce((sum, group) => sum + group.types.length, 0);
  const shown = search.trim() === '' ? addRecentGroup(found, types, recent) : found;
  return (
    <div className={css.picker}>
      <ComboboxProvider open value={search} setValue={setSearch} focusLoop={false}>
        <div className={css.search}>
          <span className={css.box}>
            <Icon name="search" />
            <Combobox
              autoFocus
              autoSelect="always"
              className={css.input}
              aria-label={`Search ${label.toLowerCase()}`}
              placeholder="Search types"
              onKeyDown={(event) => {
                if (event.key !== 'Escape') return;
                event.preventDefault();
                event.stopPropagation();
                if (search === '') onCancel();
                else setSearch('');
              }}
            />
          </span>
        </div>
        <ComboboxList alwaysVisible className={css.list} aria-label={label}>
          {shown.map((group) => (
            <ComboboxGroup key={group.label} className={css.group}>
              <ComboboxGroupLabel className={css.groupLabel}>{group.label}</ComboboxGroupLabel>
              {group.types.map((type) => (
                <TypeItem key={type.id} type={type} group={group.label} onChoose={() => onChoose(type.id)} />
              ))}
            </ComboboxGroup>
          ))}
        </ComboboxList>
      </ComboboxProvider>
      <p className={count === 0 ? css.empty : visuallyHidden} role="status">
        {count === 0
          ? 'No type matches. Search for a protocol, a product or a format.'
          : search === ''
            ? ''
            : counted(count, 'type')}
      </p>
    </div>
  );
}
