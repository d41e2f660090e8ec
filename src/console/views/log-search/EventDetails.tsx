import type { LogRow } from '../../../contract/entities/log-search.ts';
import {
  type EventField,
  listEventFields,
  listMetadataFields,
} from '../../../contract/log-query/event-fields.ts';
import { findNarrowing, type LogQuery } from '../../../contract/log-query/index.ts';
import { Button } from '../../components/widgets/actions/button.tsx';
import { formatExact } from '../../lib/format.ts';
import * as css from './log-search.css.ts';
import { ValueList } from './ValueList.tsx';

type EventDetailsProps = {
  row: LogRow;
  query: LogQuery | undefined;
  hasMetadata: boolean;
  /** Undefined when metadata is turned off. */
  onMetadata: (() => void) | undefined;
  actions: Pick<Parameters<typeof ValueList>[0], 'onNarrow' | 'onColumn' | 'onCopy' | 'onLeave'>;
};

export function EventDetails({ row, query, hasMetadata, onMetadata, actions }: EventDetailsProps) {
  const toEntry = ({ path, name, depth, value, type, size }: EventField, at: number) => {
    const indent = { paddingLeft: depth * 16 };
    const key = `${at}`;
    if (value === undefined)
      return {
        key,
        heading: (
          <span style={indent}>
            {name} <span className={css.quiet}>{size === 1 ? '1 field' : `${formatExact(size)} fields`}</span>
          </span>
        ),
      };
    return {
      key,
      field: path,
      value,
      label: `${path} ${value === '' ? 'empty' : value.slice(0, 200)}`,
      state: findNarrowing(query, path, value),
      content: (
        <span className={css.field} style={indent}>
          <span className={css.fieldName}>{name}</span>
          <span className={css.fieldValue} data-type={type}>
            {value === '' ? '(empty)' : value}
          </span>
        </span>
      ),
    };
  };
  const fields = [...listEventFields(row), ...(hasMetadata ? listMetadataFields(row) : [])];
  return (
    <div className={css.details}>
      <ValueList label="Fields of the event" entries={fields.map(toEntry)} {...actions} />
      <div className={css.detailTools}>
        <Button size="small" onClick={() => actions.onCopy(row.text)}>
          Copy event
        </Button>
        {onMetadata && (
          <Button size="small" variant="ghost" aria-pressed={hasMetadata} onClick={onMetadata}>
            {hasMetadata ? 'Hide metadata' : 'Show metadata'}
          </Button>
        )}
        <span className={css.note}>
          Tab enters the list: + includes, - excludes, C shows a column, Y copies, Escape returns.
        </span>
      </div>
    </div>
  );
}
