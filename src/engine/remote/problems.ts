import type { EngineProblem } from '../port.ts';

export const notConnected = (siteName: string): EngineProblem => ({
  errorName: 'EngineNotConnected',
  message: `The engine of site '${siteName}' is not connected`,
  causes: [
    'Its process does not run, or its machine does not reach this service; what it ran last runs on there',
  ],
  resolutions: ['Start it on its machine with npm run engine, or look there for why it does not connect'],
});

export const notJoined = (siteName: string): EngineProblem => ({
  errorName: 'EngineNotJoined',
  message: `No engine has joined site '${siteName}'`,
  causes: ['The site is remote: its engine runs on another machine, and none has joined yet'],
  resolutions: ['Create a join token on the page of the site, and run the command it shows on that machine'],
});

export const connectionLost = (siteName: string): EngineProblem => ({
  errorName: 'EngineConnectionLost',
  message: `The connection to the engine of site '${siteName}' was lost; what ran before runs on`,
  causes: ['The remote engine ended, or the network between it and this service is down'],
  resolutions: ['Try again once the site shows its engine as running'],
});

export const filesNotThere = (nodeId: string, file: string): EngineProblem => ({
  errorName: 'FilesNotOnRemoteEngine',
  message: `The file '${file}' is not available on a remote engine`,
  causes: ['Uploaded files are kept on the machine of the service, and are not sent to remote engines'],
  resolutions: ['Remove or disable the transform, or run the pipeline on a site of this machine'],
  nodeId,
});
