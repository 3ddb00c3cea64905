group          = "${group.name}"
instance_type  = "${properties.instance_type}"
ami_name       = "${properties.ami}"
instance_count = ${instances}
