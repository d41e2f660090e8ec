import { execFileSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { tool } from './tools.ts';

/** Class path of artifacts like `group:name:version`. Downloads them at first; Maven keeps them in its own folder. */
export function findClasses(folder: string, ...artifacts: readonly string[]): string {
  const dependencies = artifacts.map((artifact) => {
    const [group, name, version] = artifact.split(':');
    return `<dependency><groupId>${group}</groupId><artifactId>${name}</artifactId><version>${version}</version></dependency>`;
  });
  writeFileSync(
    join(folder, 'pom.xml'),
    `<project xmlns="http://maven.apache.org/POM/4.0.0">
<modelVersion>4.0.0</modelVersion><groupId>a</groupId><artifactId>a</artifactId><version>1</version>
<dependencies>${dependencies.join('\n')}</dependencies></project>`,
  );
  const output = join(folder, 'classpath');
  const args = ['-q', '-B', '-f', join(folder, 'pom.xml'), 'dependency:build-classpath'];
  execFileSync(tool('mvn', 'maven'), [...args, `-Dmdep.outputFile=${output}`], { stdio: 'inherit' });
  return readFileSync(output, 'utf8').trim();
}
