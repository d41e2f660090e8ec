import { type ReactNode, useState } from 'react';
import type { GalleryPage } from '../gallery.ts';
import { Checkbox } from './checkbox.tsx';
import type { FieldProps } from './field.tsx';
import * as css from './form.css.ts';
import { ListField } from './list-field.tsx';
import { MapField } from './map-field.tsx';
import { SecretField } from './secret-field.tsx';
import { SelectField } from './select-field.tsx';
import { SegmentedField, SwitchField } from './switch-field.tsx';
import { NumberField, TextArea, TextField } from './text-field.tsx';

const LONG = 'a-very-long-name-that-somebody-gave-to-a-stream-of-events-in-a-hurry-and-never-changed-'.repeat(
  3,
);
const FORMATS = [
  { value: 'ndjson', label: 'NDJSON' },
  { value: 'text', label: 'Text' },
];
const REGIONS = Array.from({ length: 12 }, (_, at) => ({ value: `r${at}`, label: `Region ${at + 1}` }));

function Kept<Value>({
  initial,
  children,
}: {
  initial: Value;
  children: (value: Value, set: (value: Value) => void) => ReactNode;
}) {
  const [value, set] = useState(initial);
  return children(value, set);
}

type Values = {
  text: string;
  area: string;
  number: number | undefined;
  isOn: boolean;
  segment: 'ndjson' | 'text';
  choice: string | undefined;
  list: string[];
  map: Record<string, string>;
  secret: 'stored' | { text: string };
};
type Shared = Pick<FieldProps, 'error' | 'readOnly' | 'help' | 'required' | 'defaultText'>;

const EMPTY: Values = {
  text: '',
  area: '',
  number: undefined,
  isOn: false,
  segment: 'ndjson',
  choice: undefined,
  list: [],
  map: {},
  secret: { text: '' },
};
const FILLED: Values = {
  text: 'Orders in',
  area: 'What the shop sends.\nOne line for each order.',
  number: 8080,
  isOn: true,
  segment: 'text',
  choice: 'r3',
  list: ['level', 'http.request', 'client.ip'],
  map: { 'X-Key': 'orders', 'Content-Type': 'application/json' },
  secret: 'stored',
};
const LONG_TEXTS: Values = {
  ...FILLED,
  text: LONG,
  area: LONG,
  list: [LONG, 'short'],
  map: { [LONG]: LONG },
};

function Fields({ values, shared = {} }: { values: Values; shared?: Shared }) {
  return (
    <div className={css.form} style={{ maxWidth: 420 }}>
      <Kept initial={values.text}>
        {(value, set) => (
          <TextField label="Text" value={value} onChange={set} placeholder="A name" {...shared} />
        )}
      </Kept>
      <Kept initial={values.text}>
        {(value, set) => (
          <TextField label="Counted path" value={value} onChange={set} mono maxLength={300} {...shared} />
        )}
      </Kept>
      <Kept initial={values.area}>
        {(value, set) => <TextArea label="Several lines" value={value} onChange={set} {...shared} />}
      </Kept>
      <Kept initial={values.number}>
        {(value, set) => <NumberField label="Number" value={value} onChange={set} unit="ms" {...shared} />}
      </Kept>
      <Kept initial={values.isOn}>
        {(value, set) => <SwitchField label="Switch" value={value} onChange={set} {...shared} />}
      </Kept>
      <Kept initial={values.segment}>
        {(value, set) => (
          <SegmentedField
            label="One of a few"
            value={value}
            onChange={set}
            options={[
              { value: 'ndjson', label: 'NDJSON' },
              { value: 'text', label: 'Text' },
            ]}
            {...shared}
          />
        )}
      </Kept>
      <Kept initial={values.choice}>
        {(value, set) => (
          <SelectField label="One of many" value={value} onChange={set} options={REGIONS} {...shared} />
        )}
      </Kept>
      <Kept initial={values.list}>
        {(value, set) => (
          <ListField label="List" value={value} onChange={set} entryName="field" {...shared} />
        )}
      </Kept>
      <Kept initial={values.map}>
        {(value, set) => <MapField label="Names and values" value={value} onChange={set} {...shared} />}
      </Kept>
      <Kept initial={values.secret}>
        {(value, set) => (
          <SecretField
            label="Secret"
            value={value}
            onChange={set}
            hasStored={values.secret === 'stored'}
            {...shared}
          />
        )}
      </Kept>
    </div>
  );
}

export default {
  title: 'Forms',
  states: [
    { name: 'empty', render: () => <Fields values={EMPTY} shared={{ required: false }} /> },
    {
      name: 'filled',
      render: () => <Fields values={FILLED} shared={{ required: true, help: 'What it is for.' }} />,
    },
    {
      name: 'with errors',
      render: () => (
        <Fields
          values={FILLED}
          shared={{ error: 'The value must be another one', help: 'What it is for.' }}
        />
      ),
    },
    { name: 'read only', render: () => <Fields values={FILLED} shared={{ readOnly: true }} /> },
    { name: 'read only and empty', render: () => <Fields values={EMPTY} shared={{ readOnly: true }} /> },
    {
      name: 'with defaults',
      render: () => <Fields values={EMPTY} shared={{ defaultText: 'what counts while empty' }} />,
    },
    {
      name: 'long texts',
      render: () => (
        <Fields
          values={LONG_TEXTS}
          shared={{
            help: 'Help that goes on and on. '.repeat(6),
            error: 'An error that goes on. '.repeat(6),
          }}
        />
      ),
    },
    {
      name: 'select of few',
      render: () => (
        <Kept initial={undefined as string | undefined}>
          {(value, set) => <SelectField label="Format" value={value} onChange={set} options={FORMATS} />}
        </Kept>
      ),
    },
    {
      name: 'checkbox',
      render: () => (
        <div className={css.group}>
          <Kept initial={false}>
            {(value, set) => <Checkbox label="Unchecked at first" showLabel checked={value} onChange={set} />}
          </Kept>
          <Kept initial={true}>
            {(value, set) => <Checkbox label="Checked at first" showLabel checked={value} onChange={set} />}
          </Kept>
          <Checkbox label="Some of them" showLabel mixed checked={false} onChange={() => undefined} />
        </div>
      ),
    },
  ],
} satisfies GalleryPage;
