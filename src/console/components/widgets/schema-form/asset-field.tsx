import { createContext, useContext } from 'react';
import { ASSET_TYPE_NAMES } from '../../../../contract/entities/asset.ts';
import type { AssetType } from '../../../../contract/enums.ts';
import { Button } from '../actions/button.tsx';
import type { FieldProps } from '../forms/field.tsx';
import { SelectField } from '../forms/select-field.tsx';
import { TextField } from '../forms/text-field.tsx';
import * as css from './asset-field.css.ts';

export type FileChoice = {
  name: string;
  assetType: AssetType;
  /** `host, owner, port · 1,200 rows`. */
  detail: string;
};

export type FileTools = {
  files: readonly FileChoice[] | undefined;
  uploadRefusal?: string | undefined;
  /** `taken` gets the file's name. */
  upload: (assetTypes: readonly AssetType[], taken: (name: string) => void) => void;
};

export const FileToolsContext = createContext<FileTools | undefined>(undefined);

type AssetFieldProps = FieldProps & {
  value: string;
  onChange: (name: string) => void;
  assetTypes: readonly AssetType[];
};

const NO_FILES: readonly FileChoice[] = [];

const formatAssetTypes = (types: readonly AssetType[]): string =>
  types.map((type) => ASSET_TYPE_NAMES[type].toLowerCase()).join(' or ');

const formatPlaceholder = (isReading: boolean, count: number, types: readonly AssetType[]): string => {
  if (isReading) return 'Loading files';
  return count === 0 ? `No ${formatAssetTypes(types)} yet` : 'Choose a file';
};

/** Selects an uploaded file or uploads one. A missing file keeps its name in the list. */
export function AssetField({ value, onChange, assetTypes, ...field }: AssetFieldProps) {
  const tools = useContext(FileToolsContext);
  if (!tools || field.readOnly) return <TextField {...field} value={value} onChange={onChange} mono />;
  const files = (tools.files ?? NO_FILES).filter(({ assetType }) => assetTypes.includes(assetType));
  const chosen = files.find(({ name }) => name === value);
  const isReading = tools.files === undefined;
  const isUnlisted = value !== '' && !chosen;
  const isMissing = isUnlisted && !isReading;
  const missing = isMissing ? `The file '${value}' is missing: upload it, or choose another one` : undefined;
  const options = files.map(({ name }) => ({ value: name, label: name }));
  return (
    <div className={css.whole}>
      <SelectField
        {...field}
        error={field.error ?? missing}
        value={value}
        onChange={onChange}
        options={
          isUnlisted ? [{ value, label: isMissing ? `${value} (missing)` : value }, ...options] : options
        }
        placeholder={formatPlaceholder(isReading, files.length, assetTypes)}
      />
      <div className={css.below}>
        <Button
          size="small"
          icon="upload"
          disabledReason={tools.uploadRefusal}
          onClick={() => tools.upload(assetTypes, onChange)}
        >
          Upload a {formatAssetTypes(assetTypes)}
        </Button>
        {chosen && <span className={css.detail}>{chosen.detail}</span>}
      </div>
    </div>
  );
}
