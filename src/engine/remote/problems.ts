import type { EngineProblem } from '../types/problem.ts';

export const notConnected = (siteName: string): EngineProblem => ({
  errorName: 'EngineNotConnected',
  message: `The engine of site '${siteName}' is not connected`,
  causes: [
    'Its process is not running, or its machine cannot reach this service; its pipelines keep running there',
  ],
  resolutions: ['Start it on its machine with npm run engine, or see its log for why it does not connect'],
});

export const notJoined = (siteName: string): EngineProblem => ({
  errorName: 'EngineNotJoined',
  message: `No engine has joined site '${siteName}'`,
  causes: ['The site is remote: its engine runs on another machine, and none has joined yet'],
  resolutions: ['Create a join token on the page of the site, and run the command it shows on that machine'],
});

export const connectionLost = (siteName: string): EngineProblem => ({
  errorName: 'EngineConnectionLost',
  message: `The connection to the engine of site '${siteName}' was lost; its pipelines keep running`,
  causes: ['The remote engine ended, or the network between it and this service is down'],
  resolutions: ['Try again once the site shows its engine as running'],
});

export const missingFile = (file: string): EngineProblem => ({
  errorName: 'FileMissing',
  message: `The file '${file}' is no longer on the machine of the service`,
  causes: ['Its content was removed from the data folder'],
  resolutions: ['Upload it again under Settings, Files'],
});

/** Never sent by a genuine service. */
export const unfitFile = (why: string): EngineProblem => ({
  errorName: 'FileRefused',
  message: `The remote engine refused a file: ${why}`,
  causes: ['Engine and service have different protocols'],
  resolutions: ['Make sure both have the same version'],
});

export const damagedFile = (): EngineProblem => ({
  errorName: 'FileDamaged',
  message: 'A file arrived at the remote engine with different content',
  causes: ['Its SHA-256 differs: it was damaged on the way, or on the disk of either machine'],
  resolutions: ['Deploy again; when it happens again, upload the file again'],
});
