import { render } from 'preact';
import { followStatus } from './kernel/connection.js';
import { resumeScope } from './kernel/last-scope.js';
import './kernel/stray-files.js';
import { Shell } from './shell/shell.js';

resumeScope();
render(<Shell />, document.getElementById('app') as HTMLElement);
void followStatus();
