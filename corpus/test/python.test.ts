import { PYTHON_CHECKS } from '../src/checks/python.ts';
import { describeArea } from '../src/describe-area.ts';

describeArea('python', PYTHON_CHECKS);
