import { render } from 'preact';
import { followStatus } from './app/connection.js';
import { resumeScope } from './app/last-scope.js';
import './app/stray-files.js';
import { Shell } from './app/shell.js';

resumeScope();
render(<Shell />, document.getElementById('app') as HTMLElement);
void followStatus();
