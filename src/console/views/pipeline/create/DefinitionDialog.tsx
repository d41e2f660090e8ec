import { useState } from 'react';
import type { DefinedPipeline } from '../../../../contract/calls/exchange.ts';
import { callApi } from '../../../api/call-api.ts';
import { describeImportProblems } from '../../../components/exchange/import-calls.ts';
import { ImportTextDialog } from '../../../components/widgets/dialogs/import-text-dialog.tsx';

type DefinitionProps = {
  siteId: string;
  /** The first pipeline of the definition; undefined when canceled. */
  onDone: (pipeline: DefinedPipeline | undefined) => void;
};

export default function DefinitionDialog({ siteId, onDone }: DefinitionProps) {
  const [isBusy, setBusy] = useState(false);
  const [found, setFound] = useState<readonly string[]>([]);
  const read = async (definition: string) => {
    setBusy(true);
    try {
      const { data } = await callApi('readDefinition', { query: { siteId }, body: { definition } });
      const [first] = data.pipelines;
      if (first) return onDone(first);
      setFound(['The definition contains no pipeline.']);
    } catch (error) {
      setFound(describeImportProblems(error));
    } finally {
      setBusy(false);
    }
  };
  return (
    <ImportTextDialog
      title="Start from a definition"
      message="The first pipeline in it is put into the editor as a draft. Nothing is stored."
      label="Definition as YAML"
      accept=".yaml,.yml,application/yaml,text/yaml"
      actionLabel="Take it"
      found={found}
      isBusy={isBusy}
      onImport={(text) => {
        void read(text);
        return [];
      }}
      onClose={() => onDone(undefined)}
    />
  );
}
