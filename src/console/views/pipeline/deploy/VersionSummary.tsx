import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import type { Pipeline } from '../../../../contract/entities/pipeline.ts';
import { graphProblems } from '../../../../graph/validate.ts';
import { Skeleton } from '../../../components/widgets/feedback/skeleton.tsx';
import { buildSavedVersionQuery } from '../editor/load-version.ts';
import { DeploySummary } from './DeploySummary.tsx';
import * as css from './deploy-summary.css.ts';
import { useDeployTests } from './use-deploy-tests.ts';

type VersionSummaryProps = {
  pipeline: Pipeline;
  version: number;
  isShown: boolean;
};

export default function VersionSummary({ pipeline, version, isShown }: VersionSummaryProps) {
  const next = useQuery(buildSavedVersionQuery(pipeline.siteId, pipeline, version));
  const problems = useMemo(() => (next.data ? graphProblems(next.data) : []), [next.data]);
  const tests = useDeployTests(pipeline.id, { version });
  if (next.isError) {
    return (
      <p className={css.note}>
        v{version} could not be loaded, so the changes are unknown: {next.error.message}
      </p>
    );
  }
  if (!next.data) return <Skeleton width="100%" height={72} label="what changes" />;
  return (
    <DeploySummary
      siteId={pipeline.siteId}
      pipeline={pipeline}
      next={next.data}
      version={version}
      problems={problems}
      isOfPreview={isShown}
      tests={tests}
    />
  );
}
