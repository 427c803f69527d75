"""`learn:` in a pipeline file -> games of many hands against companies of styles -> what each learner gained."""
