import {diagnose} from '@repltool/sandbox';
console.table(await diagnose()); console.table(await diagnose({cgroups:'off'})); console.table(await diagnose({bwrapPath:'/nonexistent/bwrap'}));
